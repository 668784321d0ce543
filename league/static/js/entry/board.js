// The drawn peg board follows the score: pegs move from hole to hole. Where the holes are, the drawing knows.

const START = -1;

/** The names of the sides of a board, in the order of its tracks. */
export const sidesOf = (board) => [...board.querySelectorAll("[data-track]")].map(({ dataset }) => dataset.track);

/** Stand the pegs of all sides: the front peg is the score, the back peg the score before the last points. */
export function standPegs(board, score, before) {
  const sides = sidesOf(board);
  sides.forEach((side, index) => {
    const last = Number(board.dataset.target);
    const front = Math.min(score[index], last);
    const back = front === 0 ? START : before[index];
    stand(board, `${side}-front`, holeOf(board, side, front));
    stand(board, `${side}-back`, back === null || back === front ? null : holeOf(board, side, back));
  });
  const label = board.dataset.label;
  const called = board.dataset.sides ? JSON.parse(board.dataset.sides) : sides;
  const said = called.map((side, index) => `${side} ${score[index]}`).join(", ");
  const words = `${said[0].toUpperCase()}${said.slice(1)}, playing to ${board.dataset.target}`;
  board.querySelector("title").textContent = label ? `${label}: ${words}` : words;
}

function holeOf(board, side, number) {
  return board.querySelector(`[data-track="${side}"] [data-hole="${number}"]`);
}

function stand(board, name, hole) {
  const peg = board.querySelector(`[data-peg="${name}"]`);
  if (!hole) {
    peg.setAttribute("display", "none");
    return;
  }
  peg.removeAttribute("display");
  peg.setAttribute("transform", `translate(${hole.getAttribute("cx")} ${hole.getAttribute("cy")})`);
}
