// Runs named checks one after another, prints each result and keeps the count.

// A whole answer of the wrong server fills screens, and its beginning tells enough.
const SHOWN_LINES = 30;

function shown(error) {
  const text = error.code === 'ERR_ASSERTION' ? error.message : String(error.stack ?? error);
  const lines = text.trimEnd().split('\n');
  const cut = lines.length > SHOWN_LINES ? [`(${lines.length - SHOWN_LINES} more lines)`] : [];
  return [...lines.slice(0, SHOWN_LINES), ...cut].map(line => `          ${line}`).join('\n');
}

export class Checks {
  passed = 0;
  failures = [];

  section(title) {
    console.log(`\n${title}`);
  }

  /** Runs one check. A failed check is reported and the run goes on; its value is then undefined. */
  async check(name, body) {
    try {
      const value = await body();
      this.passed += 1;
      console.log(`  pass  ${name}`);
      return value;
    } catch (error) {
      this.failures.push(name);
      console.log(`  FAIL  ${name}`);
      console.log(shown(error));
      return undefined;
    }
  }

  /** Prints the closing lines and returns the exit code. */
  close() {
    if (this.failures.length > 0) {
      console.log('\nFailed:');
      for (const name of this.failures) {
        console.log(`  ${name}`);
      }
    }
    console.log(`\n${this.passed} passed, ${this.failures.length} failed`);
    return this.failures.length === 0 ? 0 : 1;
  }
}

/** Asks until `holds` answers true, for changes that arrive by notification or cache expiry. */
export async function eventually(what, holds, seconds = 10) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    if (await holds()) {
      return;
    }
    if (Date.now() > deadline) {
      throw new Error(`${what}: still not so after ${seconds} s`);
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}
