// The board of live scoring: the pegs as they stand, arcs over the last points, dashed pegs for what is chosen.

import { sidesOf, standPegs } from "../entry/board.js";

const ARC = { start: 0.42, height: 0.3, rise: 0.04 };

/** Stand the pegs. `following` is the score as it would be, or null while nothing is chosen. */
export function drawBoard(svg, { score, before }, following, label) {
  svg.dataset.label = label;
  standPegs(svg, score, before);
  sidesOf(svg).forEach((name, side) => {
    const outward = side === 0 ? -1 : 1;
    const back = score[side] === 0 || before[side] === score[side] ? null : hole(svg, name, before[side]);
    svg.querySelector(`[data-arc=${name}]`).setAttribute("d", arc(back, hole(svg, name, score[side]), outward));
    const next = following && following[side] !== score[side] ? hole(svg, name, following[side]) : null;
    const peg = svg.querySelector(`[data-peg=${name}-next]`);
    if (next) peg.setAttribute("transform", `translate(${next.getAttribute("cx")} ${next.getAttribute("cy")})`);
    peg.toggleAttribute("display", false);
    if (!next) peg.setAttribute("display", "none");
  });
}

function hole(svg, name, number) {
  if (number === null) return null;
  const inSight = Math.min(number, Number(svg.dataset.target));
  return svg.querySelector(`[data-track=${name}] [data-hole="${inSight}"]`);
}

function arc(back, front, outward) {
  if (!back || !front) return "";
  const [from, to] = [back, front].map((one) => Number(one.getAttribute("cx")));
  const start = Number(front.getAttribute("cy")) + outward * ARC.start;
  const peak = start + outward * (ARC.height + ARC.rise * Math.abs(to - from));
  return `M${from} ${start}Q${(from + to) / 2} ${peak.toFixed(3)} ${to} ${start}`;
}
