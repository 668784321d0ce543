// What may wait until the screen shows what was tapped: on a slow phone all else takes longer than the tap may.

/** Resolve once the next frame is on the screen; at once for a page out of sight, which gets none. */
export function painted() {
  return new Promise((done) => {
    if (document.hidden) setTimeout(done);
    else requestAnimationFrame(() => setTimeout(done));
  });
}

/** Make a function that has `draw` called once after the next frame, however often it is called until then. */
export function afterPaint(draw) {
  let isWaiting = false;
  return async () => {
    if (isWaiting) return;
    isWaiting = true;
    await painted();
    isWaiting = false;
    draw();
  };
}
