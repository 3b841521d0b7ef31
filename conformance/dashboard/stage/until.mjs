// Waiting without sleeping: a question is asked again until its answer is the wanted one, or time is up.
import { isDeepStrictEqual, inspect } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 15_000;

/** Returns the first answer that `accepts` takes; a failure names the last one. */
export async function until(what, question, accepts = Boolean) {
  const deadline = Date.now() + PATIENCE_MS;
  let answer;
  for (;;) {
    answer = await question();
    if (accepts(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`${what}: last seen ${inspect(answer, { depth: 6 })}`);
    await pause(50);
  }
}

/** Waits until the answer is `wanted`, member by member. */
export async function becomes(what, question, wanted) {
  return until(`${what} should be ${inspect(wanted, { depth: 6 })}`, question, answer =>
    isDeepStrictEqual(answer, wanted)
  );
}
