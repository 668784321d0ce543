/* A time zone that is the browser’s own needs no question. */

const zone = document.querySelector("#id_time_zone");
if (zone?.value === Intl.DateTimeFormat().resolvedOptions().timeZone) zone.closest(".field").hidden = true;
