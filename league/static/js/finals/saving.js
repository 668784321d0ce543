// Drafts as one types: what changed goes to the league, and its answer is what the match gives.

import { post } from "../entry/post.js";

const RETRY_AFTER = 4000;
const UNREACHED = "Not saved yet: the league cannot be reached. Trying again; go on typing.";

/** Saves the matches of a form; `show(match, summary)` is given each answer by the prefix of its fields. */
export class Saving {
  #changed = new Set();
  #sending = null;

  constructor(form, status, show) {
    this.form = form;
    this.status = status;
    this.show = show;
  }

  /** Save these matches as soon as can be. */
  add(...matches) {
    matches.forEach((match) => this.#changed.add(match));
    if (!this.#sending && matches.length) this.#sending = this.#send().finally(() => (this.#sending = null));
  }

  /** Save what is left, once; throws if the league cannot be reached. */
  async finish() {
    await this.#sending;
    await this.#save([...this.#changed]);
  }

  async #send() {
    while (this.#changed.size) {
      const matches = [...this.#changed];
      this.#changed.clear();
      try {
        await this.#save(matches);
      } catch {
        matches.forEach((match) => this.#changed.add(match));
        this.status.textContent = UNREACHED;
        this.status.classList.remove("is-saved");
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
      }
    }
  }

  async #save(matches) {
    const fields = new FormData();
    for (const [name, value] of new FormData(this.form)) {
      if (!/^m[a-z0-9]+-/.test(name) || matches.includes(name.split("-")[0])) fields.append(name, value);
    }
    fields.append("save", "typing");
    const { content } = await post(this.form.action, fields);
    for (const [match, summary] of Object.entries(content.matches)) {
      document.querySelector(`[name="${match}-draft"]`).value = summary.revision;
      // What was typed since is not what this answer is about: the next one is.
      if (!this.#changed.has(match)) this.show(match, summary);
    }
    this.status.textContent = content.kept;
    this.status.classList.toggle("is-saved", content.is_saved);
  }
}
