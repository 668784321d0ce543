/* Nothing that was opened with an account stays on this device once somebody signs out. */
"use strict";

if (globalThis.caches) {
  // The name is the service worker's (worker.js).
  const forget = () => caches.delete("pegboard account pages 1").catch(() => {});
  if (location.pathname.endsWith("/sign-in/")) forget();
  document.querySelectorAll('form[action$="/sign-out/"]').forEach((form) => form.addEventListener("submit", forget));
}
