// Counts the cases of a run and prints each result.
export class Tally {
  passed = 0;
  failed = 0;
  #began = performance.now();

  /** Runs a case, and prints what it returns. */
  tried = async (name, work) => {
    try {
      console.log(`ok      ${name}: ${await work()}`);
      this.passed += 1;
    } catch (error) {
      console.log(`FAILED  ${name}\n${error.stack}\n${error.stderr ?? ''}`.trimEnd());
      this.failed += 1;
    }
  };

  /** Prints the sum; the exit code of the run. */
  close() {
    console.log(`${((performance.now() - this.#began) / 1000).toFixed(0)} s`);
    console.log(`${this.passed} passed, ${this.failed} failed`);
    return this.failed === 0 ? 0 : 1;
  }
}
