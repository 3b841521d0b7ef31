// Reports as an administrator finds them.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** The design's limit from sending to the class in the list. */
const WITHIN_MS = 5_000;

/**
 * Waits until a report is in the list of an administrator with this class and verdict; says them, and how long that took
 * after it was sent. The panel may have looked the failure up before, without the quote, which can change the verdict.
 */
export async function explained({ run }, { number, at }, failureClass, verdict) {
  for (;;) {
    const { rows } = await run('triageQueue', {});
    const isListed = rows.some(row => (row.issue ?? row).number === number);
    const { rows: evidence } = await run('evidenceOfIssue', { issue: number });
    const seen = evidence[0]?.explanation;
    const ms = Date.now() - at;
    const state = `#${number} after ${ms} ms: ${isListed ? 'listed' : 'not listed'}, ${JSON.stringify(seen)}`;
    assert.ok(ms <= WITHIN_MS, state);
    if (isListed && seen?.failureClass === failureClass && seen.verdict === verdict) return `${failureClass}, ${verdict}, after ${ms} ms`;
    await pause(50);
  }
}

const isEmpty = value => value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** A value without the fields that are empty. The server stores those that a page did not send. */
export function present(value) {
  if (Array.isArray(value)) return value.map(present);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, it]) => !isEmpty(it)).map(([name, it]) => [name, present(it)]));
}

export async function contextOf({ run }, number) {
  const { context } = await run('issueContext', { number });
  return context;
}
