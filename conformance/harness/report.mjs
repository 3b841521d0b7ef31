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

  /** Reads one file's events to their end, then prints its line. */
  async follow(file, events) {
    const name = relative(this.#root, file);
    const tally = { passed: 0, failed: 0, skipped: 0 };
    this.#files.set(name, tally);
    for await (const { type, data } of events) {
      // The runner reports a file without cases as a case that passed, under the name of the file.
      if (type === 'test:pass' && !data.name.endsWith('.test.mjs')) this.#passed(name, tally, data);
      else if (type === 'test:fail') this.#failed(name, tally, data);
      else if (type === 'test:stderr') process.stderr.write(data.message);
    }
    if (tally.passed + tally.failed + tally.skipped === 0) return;
    const skipped = tally.skipped ? `, ${tally.skipped} skipped` : '';
    console.log(`${name}: ${tally.passed} passed, ${tally.failed} failed${skipped}`);
  }

  #passed(name, tally, { name: sentence, skip }) {
    this.#remember(name, sentence);
    if (skip === undefined || skip === false) {
      tally.passed += 1;
    } else {
      tally.skipped += 1;
      this.#skips.push({ name, sentence, reason: skip });
    }
  }

  #failed(name, tally, { name: sentence, details }) {
    this.#remember(name, sentence);
    tally.failed += 1;
    this.#failures.push({ name, sentence, cause: details?.error?.cause ?? details?.error });
    console.log(`  FAILED ${name}: ${sentence}`);
  }

  #remember(name, sentence) {
    const key = `${name}: ${sentence}`;
    this.#names.set(key, (this.#names.get(key) ?? 0) + 1);
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
