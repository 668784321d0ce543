// What can be wrong in a script, and nothing about its looks. `.ci/assets` runs it from the top of the repository.
import js from "@eslint/js";
import globals from "globals";

const plain = ["live", "plan", "forget"].map((name) => `league/static/js/${name}.js`);
const worker = "league/static/js/phone/worker.js";

export default [
  { ignores: ["league/static/js/vendor/"] },
  js.configs.recommended,
  {
    files: ["league/static/js/**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "array-callback-return": "error",
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "prefer-const": "error",
    },
  },
  { files: plain, languageOptions: { sourceType: "script" }, rules: { strict: ["error", "global"] } },
  {
    files: [worker],
    languageOptions: { sourceType: "script", globals: { ...globals.serviceworker } },
    rules: { "no-implicit-globals": "off" }, // a worker's file is alone in its world
  },
  // Televisions of many years read this one: only what they understood then.
  {
    files: ["league/static/js/live.js"],
    languageOptions: { ecmaVersion: 5, globals: { Intl: "readonly" } },
    rules: { strict: ["error", "function"] },
  },
];
