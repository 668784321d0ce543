// A picture of a match's boards for a message: teams, result and how every table ended. No player is named in it.

import { halves } from "./result.js";

const [WIDTH, HEIGHT] = [1200, 630];
const COLOURS = {
  paper: "#f6f1e5", ink: "#211e19", soft: "#50493c", green: "#14493a", dash: "#857a66", brass: "#7a4a00",
  wood: "#d4ab70", foot: "#a67a40", hole: "#3b2814", home: "#103d30", ring: "#6fb194", away: "#fbf6e8", rim: "#2a1d10",
};
const SLAB = "Besley, Rockwell, Georgia, serif";
const TEXT = "'Source Sans 3', system-ui, sans-serif";
const BOARDS = { left: 552, right: 1112, top: 48, most: 122, gap: 20 };
const MOST_BOARDS = 6;

/** Draw the picture; resolves to a PNG of 1200 x 630. */
export async function boardsPicture(match) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  await Promise.all(["500 44px Besley", "400 40px 'Source Sans 3'", "700 40px 'Source Sans 3'"].map((font) => document.fonts.load(font))).catch(() => {});
  const pen = canvas.getContext("2d");
  fill(pen, COLOURS.paper, 0, 0, WIDTH, HEIGHT);
  fill(pen, COLOURS.green, 0, 0, WIDTH, 10);
  drawMatch(pen, match);
  drawBoards(pen, match);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function drawMatch(pen, { points, total, winner, words, isProvisional }) {
  const { end, teams } = words;
  write(pen, end.league, { x: 48, y: 40, width: 440, font: `500 30px ${SLAB}`, line: 34, most: 2, colour: COLOURS.green });
  let y = 128;
  for (const side of [0, 1]) {
    if (side) y = drawScore(pen, points, winner, y);
    mark(pen, side, 60, y + 26);
    y = write(pen, teams[side], { x: 84, y, width: 410, font: `500 40px ${SLAB}`, small: `500 34px ${SLAB}`, line: 44, most: 3, colour: COLOURS.ink });
  }
  const last = HEIGHT - 48;
  write(pen, `Game points ${total.join("–")}${isProvisional ? ", provisional" : ""}`, { x: 48, y: last - 70, width: 470, font: `700 28px ${TEXT}`, line: 34, most: 1, colour: COLOURS.ink });
  write(pen, [end.division, end.date].filter(Boolean).join(", "), { x: 48, y: last - 34, width: 470, font: `400 28px ${TEXT}`, line: 34, most: 1, colour: COLOURS.soft });
}

function drawScore(pen, points, winner, y) {
  const base = y + 112;
  let x = 48;
  for (const side of [0, 1]) {
    pen.font = `${winner === side ? 700 : 400} 130px ${TEXT}`;
    pen.fillStyle = COLOURS.ink;
    pen.fillText(halves(points[side]), x, base);
    x += pen.measureText(halves(points[side])).width + 24;
    if (side === 0) fill(pen, COLOURS.dash, x, base - 50, 34, 9);
    x += 34 + 24;
  }
  return base + 22;
}

/** One board for every game that was played; so many that none could be read are left out, their scores stay. */
function drawBoards(pen, { tables, words }) {
  const played = tables.flatMap(({ isPlayed, games }) => (isPlayed ? games : []));
  const target = played.length <= MOST_BOARDS ? words.rules.target : null;
  const room = (HEIGHT - BOARDS.top - 40) / Math.max(1, played.length);
  const height = Math.min(BOARDS.most, room - BOARDS.gap * Math.min(1, room / 142));
  played.forEach(({ score, before, hands }, at) => {
    const top = BOARDS.top + at * Math.min(room, BOARDS.most + BOARDS.gap);
    const size = Math.min(32, height * 0.6);
    if (target) drawBoard(pen, { score, before: hands.length ? before : score, target, top, height });
    for (const side of [0, 1]) {
      pen.font = `${score[side] > score[1 - side] ? 700 : 400} ${size}px ${TEXT}`;
      pen.fillStyle = score[side] > score[1 - side] ? COLOURS.ink : COLOURS.soft;
      pen.textAlign = side ? "left" : "right";
      const [x, y] = target ? [side ? BOARDS.right + 8 : BOARDS.left - 8, top + height * (side ? 0.78 : 0.32)] : [side ? 850 : 810, top + height / 2 + size / 3];
      pen.fillText(String(score[side]), x, y);
    }
    pen.textAlign = "left";
  });
}

function drawBoard(pen, { score, before, target, top, height }) {
  const { left, right } = BOARDS;
  round(pen, COLOURS.foot, left, top + 6, right - left, height - 6, 10);
  round(pen, COLOURS.wood, left, top, right - left, height - 6, 10);
  const groups = Math.ceil(target / 5);
  const step = (right - left - 64) / (1 + target + groups / 2);
  const at = (hole) => left + 32 + step * (hole < 1 ? hole + 1 : 1 + hole + Math.ceil(hole / 5) / 2);
  const radius = Math.min(6, step / 4.5);
  for (let group = 0; group < groups; group += 1) {
    const x = (at(group * 5) + at(group * 5 + 1)) / 2;
    fill(pen, COLOURS.brass, x - 0.75, top + height * 0.07, 1.5, height * 0.33);
    fill(pen, COLOURS.brass, x - 0.75, top + height * 0.53, 1.5, height * 0.33);
  }
  for (const side of [0, 1]) {
    const y = top + height * (side ? 0.7 : 0.24);
    for (let hole = -1; hole <= target; hole += 1) disc(pen, at(hole), y, radius, COLOURS.hole);
    ring(pen, at(target), y, radius * 2, COLOURS.brass);
    const reached = Math.min(score[side], target);
    const behind = before[side] ?? (reached ? 0 : -1);
    if (behind < reached) peg(pen, at(Math.min(behind, target)), y, radius * 1.6, side, false);
    peg(pen, at(reached), y, radius * 2.1, side, true);
  }
}

function peg(pen, x, y, radius, side, isFront) {
  disc(pen, x, y, radius, side ? COLOURS.rim : COLOURS.home);
  if (side) disc(pen, x, y, radius * 0.82, COLOURS.away);
  if (!isFront) return;
  if (side) disc(pen, x, y, radius * 0.32, COLOURS.rim);
  else ring(pen, x, y, radius * 0.62, COLOURS.ring);
}

function mark(pen, side, x, y) {
  if (!side) disc(pen, x, y, 10, COLOURS.green);
  else {
    ring(pen, x, y, 9, COLOURS.ink);
    disc(pen, x, y, 3, COLOURS.ink);
  }
}

/** Words in lines of a width, smaller where they need more than two; returns where the next line would begin. */
function write(pen, text, { x, y, width, font, small = font, line, most, colour }) {
  pen.font = font;
  let lines = broken(pen, text, width);
  if (lines.length > 2) {
    pen.font = small;
    lines = broken(pen, text, width);
  }
  pen.fillStyle = colour;
  pen.textBaseline = "alphabetic";
  lines.slice(0, most).forEach((words, at) => pen.fillText(words, x, y + line * (at + 0.8), width));
  return y + line * Math.min(lines.length, most) + 8;
}

function broken(pen, text, width) {
  const lines = [];
  for (const word of text.split(/ +/)) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function fill(pen, colour, x, y, width, height) {
  pen.fillStyle = colour;
  pen.fillRect(x, y, width, height);
}

function round(pen, colour, x, y, width, height, radius) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(x + radius, y);
  pen.arcTo(x + width, y, x + width, y + height, radius);
  pen.arcTo(x + width, y + height, x, y + height, radius);
  pen.arcTo(x, y + height, x, y, radius);
  pen.arcTo(x, y, x + width, y, radius);
  pen.fill();
}

function disc(pen, x, y, radius, colour) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

function ring(pen, x, y, radius, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = 2.5;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.stroke();
}
