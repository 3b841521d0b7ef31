// What the cases say about answers, in the protocol's terms.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** The SDK call must be refused with `code` and, where given, exactly `message` (or a matching one). */
export async function refused(promise, code, message) {
  let outcome;
  try {
    outcome = await promise;
  } catch (error) {
    assert.equal(error.code, code, `expected code ${code}, got ${error.code}: ${error.message}`);
    if (message instanceof RegExp) assert.match(error.message, message);
    else if (message !== undefined) assert.equal(error.message, message);
    return error;
  }
  assert.fail(`expected a refusal with code ${code}, got ${JSON.stringify(outcome)}`);
}

/** The raw answer must have this status and exactly this body. */
export function answered(answer, status, body) {
  assert.deepEqual({ status: answer.status, body: answer.body }, { status, body });
}

/** The raw answer must be a Parse error; `message` may be left out. */
export function failedWith(answer, status, code, message) {
  assert.deepEqual(
    { status: answer.status, code: answer.body?.code },
    { status, code },
    `answered ${answer.status} ${answer.text}`
  );
  if (message instanceof RegExp) assert.match(answer.body.error, message);
  else if (message !== undefined) assert.equal(answer.body.error, message);
}

export function succeeded(answer, status = 200) {
  assert.equal(answer.status, status, `answered ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Results whose order means nothing are compared sorted. */
export function sameMembers(actual, expected) {
  const sorted = values => values.map(value => JSON.stringify(value)).sort();
  assert.deepEqual(sorted(actual), sorted(expected));
}

/** Waits until `condition` holds, which it must within the deadline. */
export async function eventually(condition, what, withinMs = 10_000) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) assert.fail(`${what} did not happen within ${withinMs} ms`);
    await pause(20);
  }
}

export const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const OBJECT_ID = /^[A-Za-z0-9]{10}$/;
export const SESSION_TOKEN = /^r:[0-9a-f]{32}$/;
