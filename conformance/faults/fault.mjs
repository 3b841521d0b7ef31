// A fault: what breaks, what the anchor promises of it, and what was measured.
import assert from 'node:assert/strict';
import { waitedForProcessor } from '../attack/answers.mjs';

const declared = [];

/**
 * Declares a fault. `promise` is the published behaviour of comparable  services. `run(stage)` breaks things and gives
 * `{ acknowledged, lost, duplicated, stallMs, recoveryMs, told }`. `form` says when it is tried: with every change
 * (`short`), with `--long`, with `--cluster`, or only by its name (`upgrade`). One that `isAlone` brings all it needs and
 * does not use the fleet.
 */
export function fault(id, title, promise, run, { form = 'short', isAlone = false } = {}) {
  declared.push({ id, title, promise, run, form, isAlone });
}

/** Whether a fault is meant by what was typed: `R22` is R22a and R22b, and `R2` neither. */
export const isNamed = (id, typed) => id === typed || (id.startsWith(typed) && /^[a-z]+$/.test(id.slice(typed.length)));

export const faults = () => declared;

export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const largest = numbers => numbers.reduce((most, number) => Math.max(most, number), 0);

/** A bound on time, without the time in which others kept this machine's processors. */
export class Clock {
  #began = performance.now();
  #waited = waitedForProcessor();

  get ms() {
    return performance.now() - this.#began;
  }

  /** `ms` is a measured time that must stay below `bound`. */
  holds(ms, bound, what) {
    const slack = Math.min(waitedForProcessor() - this.#waited, 10_000);
    assert.ok(ms <= bound + slack, `${what} took ${ms.toFixed(0)} ms; at most ${bound} are allowed, and ${slack.toFixed(0)} because the machine was busy`);
  }
}
