// The standard rules, without those that change nothing a reader sees. Each that is off says why.
export default {
  extends: "stylelint-config-standard",
  rules: {
    "no-descending-specificity": null, // the sheets are ordered by what they describe
    "media-feature-range-notation": "prefix", // (width <= 40rem) is not understood by phones of 2021
    "value-keyword-case": ["lower", { ignoreKeywords: ["A3", "A4", "A5"], ignoreProperties: ["/^--/"] }], // as printers write them
    // Paper is set in the two bundled families, which the fit of every line was measured with.
    "font-family-no-missing-generic-family-keyword": [true, { ignoreFontFamilies: ["/^Besley/", "/^Source Sans 3/"] }],
    // WeasyPrint's ways to say that a line is cut off, what the foot of a page says, on which page a chapter begins.
    "declaration-property-value-no-unknown": [
      true,
      { ignoreProperties: { "block-ellipsis": "auto", "string-set": "/./", content: "/target-counter/" } },
    ],
    "color-hex-length": null, // a test reads the six digits of each colour
    "font-family-name-quotes": null, // "Besley" in a font-face rule, as in the font's own documentation
    "custom-property-empty-line-before": null, // empty lines stand between groups
    "selector-class-pattern": ["^[a-z][a-z0-9-]*$|^vCheckboxLabel$", { message: "Class names are kebab-case" }],
  },
};
