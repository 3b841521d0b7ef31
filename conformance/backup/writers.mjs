// People who go on working while a backup is made: reports, votes, decisions that pay, files.
import { randomBytes } from 'node:crypto';
import { accept, give, submit, vote } from '../crash/commands.mjs';

/** A file of random bytes, which no two uploads share. */
async function upload(site, who, size) {
  const answer = await fetch(`${site.url}/files/picture.txt`, {
    method: 'POST',
    headers: { 'X-Parse-Application-Id': site.environment.TOUCHSTONE_APPLICATION_ID, 'X-Parse-Session-Token': who.token, 'Content-Type': 'text/plain' },
    body: randomBytes(size / 2).toString('hex'),
  });
  if (answer.status !== 201) throw new Error(`a file was refused: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).name;
}

/** Uploads so many files, some of them larger than what is read at once. */
export async function uploads(site, people, count) {
  for (let at = 0; at < count; at += 1) {
    await upload(site, people[at % people.length], at % 40 === 7 ? 900_000 : 2000 + at);
  }
}

export class Writers {
  #over = false;
  #working;
  done = { issueSubmit: 0, issueVote: 0, issueAccept: 0, file: 0 };
  refused = new Map();

  /** `people` report and vote, `keeper` decides. */
  constructor(site, people, keeper, build) {
    this.site = site;
    const each = Math.ceil(people.length / 4);
    const groups = [0, 1, 2, 3].map(at => people.slice(at * each, (at + 1) * each));
    this.#working = Promise.all(groups.map(group => this.#work(group, keeper, build)));
    // A user who waits for the end sees what went wrong; until then it is unhandled.
    this.#working.catch(() => {});
  }

  async #work(people, keeper, build) {
    let last;
    for (const [at, who] of people.entries()) {
      if (this.#over) return;
      const report = submit(who, build);
      if (await this.#give(report)) {
        const issue = report.answer.result;
        await this.#give(accept(keeper, issue));
        if (last !== undefined) await this.#give(vote(who, last));
        last = issue;
      }
      if (at % 3 === 0) {
        await upload(this.site, who, 4000);
        this.done.file += 1;
      }
    }
  }

  async #give(command) {
    const outcome = await give(this.site, command);
    if (outcome === 'done') this.done[command.name] += 1;
    else this.refused.set(command.name, command.text ?? outcome);
    return outcome === 'done';
  }

  get total() {
    return Object.values(this.done).reduce((sum, count) => sum + count, 0);
  }

  /** Resolves when so many things were done. */
  async until(count) {
    const deadline = Date.now() + 60_000;
    while (this.total < count) {
      if (Date.now() > deadline) throw new Error(`no one writes: ${JSON.stringify([...this.refused])}`);
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  }

  async end() {
    this.#over = true;
    await this.#working;
  }
}
