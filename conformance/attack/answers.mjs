// What the rows say about answers and about what must not have happened.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** An answer as `400/119`; `403` where the body has no code. */
export function outcome({ status, body }) {
  return body?.code === undefined ? `${status}` : `${status}/${body.code}`;
}

/** The answer must be one of the safe ones, written `400/119`, or `403` for an answer without a code. */
export function refused(answer, ...safe) {
  assert.ok(
    safe.flat().includes(outcome(answer)),
    `${answer.asked} was answered ${outcome(answer)} ${answer.text?.slice(0, 200)}; safe: ${safe.flat().join(', ')}`
  );
  return answer;
}

export const UNAUTHORIZED = '403';

/** A refusal before the protocol: 403 and nothing but the word. */
export function unauthorized(answer) {
  refused(answer, UNAUTHORIZED);
  assert.equal(answer.text, '{"error":"unauthorized"}', answer.asked);
}

/** The request is legitimate and must work; otherwise the row would prove nothing. */
export function allowed(answer, ...statuses) {
  const fine = statuses.length ? statuses : [200, 201];
  assert.ok(fine.includes(answer.status), `${answer.asked} was answered ${outcome(answer)} ${answer.text}`);
  return answer.body;
}

/** A question that is answered, and with nothing. */
export function empty(answer) {
  assert.deepEqual(allowed(answer).results, [], answer.asked);
}

/** Nothing the database holds in these tables may change while `work` runs. */
export async function unchanged(server, tables, work) {
  const look = async () => {
    const rows = {};
    for (const table of [tables].flat()) {
      rows[table] = await server.sql(`SELECT to_jsonb(t) AS row FROM "${table}" t ORDER BY to_jsonb(t)::text`);
    }
    return rows;
  };
  const before = await look();
  const result = await work();
  assert.deepEqual(await look(), before, `${tables} changed`);
  return result;
}

/** For how many milliseconds so far something on this machine had to wait for a processor; 0 where the kernel does not say. */
export function waitedForProcessor() {
  try {
    return Number(/^some .*total=(\d+)/m.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** What a busy machine may add to a bound. */
const BUSY_MS = 10_000;

/**
 * `work` must end within `ms` milliseconds, not counting those in which others kept this machine's processors:
 * one request, however bad, keeps one of them.
 */
export async function within(ms, work) {
  const [began, waited] = [performance.now(), waitedForProcessor()];
  const result = await work();
  const took = performance.now() - began;
  const bound = ms + Math.min(waitedForProcessor() - waited, BUSY_MS);
  assert.ok(took < bound, `it took ${took.toFixed(0)} ms, more than ${bound.toFixed(0)}`);
  return result;
}

/** The fastest of several attempts must end within `ms`: work that depends on its input alone is slow in each. */
export async function fastestOf(attempts, ms, work) {
  for (let left = attempts - 1; ; left -= 1) {
    try {
      return await within(ms, work);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** The same case for several inputs, naming the one that failed. */
export async function forEach(inputs, work) {
  for (const input of inputs) {
    try {
      await work(input);
    } catch (error) {
      const shown = typeof input === 'string' ? input : (input?.name ?? JSON.stringify(input));
      throw new Error(`${`${shown}`.slice(0, 120)}: ${error.message}`, { cause: error });
    }
  }
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function shuffled(items) {
  return items.map(item => [Math.random(), item]).sort(([a], [b]) => a - b).map(([, item]) => item);
}

async function measured(kinds, calls, answers) {
  const times = Object.fromEntries(Object.keys(kinds).map(kind => [kind, []]));
  for (let call = 0; call < calls; call += 1) {
    for (const kind of shuffled(Object.keys(kinds))) {
      const began = performance.now();
      answers.push(await kinds[kind]());
      times[kind].push(performance.now() - began);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([kind, numbers]) => [kind, median(numbers)]));
}

/**
 * Several kinds of calls must take the same time: their medians, over `calls` calls in random order, are
 * within `share` of the largest or within `ms` of each other. A busy machine gets three attempts, which a
 * real difference would fail every time.
 */
export async function alike(kinds, { calls, share, ms = 0 }) {
  const answers = [];
  let seen;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    seen = await measured(kinds, calls, answers);
    const [least, most] = [Math.min(...Object.values(seen)), Math.max(...Object.values(seen))];
    if (most - least <= Math.max(ms, most * share)) return answers;
  }
  const shown = Object.entries(seen).map(([kind, value]) => `${kind} ${value.toFixed(2)} ms`);
  assert.fail(`the medians tell the calls apart: ${shown.join(', ')}`);
}
