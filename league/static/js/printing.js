// The page of a document in the making asks how far it is, and opens the PDF when it is there.

const place = document.getElementById("printing");

async function ask() {
  const answer = await fetch(location.href).catch(() => null);
  if (answer?.status === 202) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    place.replaceChildren(...page.getElementById("printing").children);
  } else if (answer) {
    location.reload();
    return;
  }
  setTimeout(ask, place.dataset.seconds * 1000);
}

setTimeout(ask, place.dataset.seconds * 1000);
