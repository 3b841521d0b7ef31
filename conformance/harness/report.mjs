// Turns the test runner's events into progress lines, the failures in full, and the closing count.
import { relative } from 'node:path';
import { inspect } from 'node:util';

export class Report {
  #root;
  #files = new Map();
  #failures = [];
  #skips = [];
  #names = new Map();

  constructor(root) {
    this.#root = root;
  }

  #tally(file) {
    const name = file ? relative(this.#root, file) : 'the runner';
    if (!this.#files.has(name)) this.#files.set(name, { passed: 0, failed: 0, skipped: 0 });
    return { name, tally: this.#files.get(name) };
  }

  passed(event) {
    const { name, tally } = this.#tally(event.file);
    if (event.details?.type === 'suite') return;
    if (event.skip !== undefined && event.skip !== false) {
      tally.skipped += 1;
      this.#skips.push({ name, sentence: event.name, reason: event.skip });
    } else {
      tally.passed += 1;
    }
    this.#remember(name, event.name);
  }

  failed(event) {
    const { name, tally } = this.#tally(event.file);
    tally.failed += 1;
    const cause = event.details?.error?.cause ?? event.details?.error;
    this.#failures.push({ name, sentence: event.name, cause });
    this.#remember(name, event.name);
    console.log(`  FAILED ${name}: ${event.name}`);
  }

  #remember(name, sentence) {
    const key = `${name}: ${sentence}`;
    this.#names.set(key, (this.#names.get(key) ?? 0) + 1);
  }

  finishedFile(file) {
    const { name, tally } = this.#tally(file);
    const skipped = tally.skipped ? `, ${tally.skipped} skipped` : '';
    console.log(`${name}: ${tally.passed} passed, ${tally.failed} failed${skipped}`);
  }

  /** Prints everything worth reading and returns whether the run was good. */
  close() {
    for (const { name, sentence, reason } of this.#skips) {
      console.log(`skipped ${name}: ${sentence} (${reason})`);
    }
    for (const { name, sentence, cause } of this.#failures) {
      console.log(`\n${name}: ${sentence}\n${cause?.stack ?? inspect(cause)}`);
    }
    const twice = [...this.#names].filter(([, times]) => times > 1).map(([sentence]) => sentence);
    for (const sentence of twice) console.log(`two cases have the same name: ${sentence}`);
    const total = { passed: 0, failed: twice.length, skipped: 0 };
    for (const tally of this.#files.values()) {
      for (const kind of Object.keys(total)) total[kind] += tally[kind];
    }
    console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
    return total.failed === 0 && total.passed > 0;
  }
}
