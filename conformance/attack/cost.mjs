// Measures the cost of an attack: peak memory of the server, the slowest answer to the attacker, and the latency of a
// bystander who calls the server at the same time.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf } from '../harness/run-to-end.mjs';
import { allowed, waitedForProcessor } from './answers.mjs';
import { programmeOn } from './programme.mjs';

const BYSTANDER_P95_MS = 100;
/** If calls take longer without an attack already, the bound is this many times that. */
const QUIET_FACTOR = 5;
/** The bound while other processes keep the processors; attacks that block others take seconds. */
const BUSY_P95_MS = 500;
/** The share of the quiet time in which something waited for a processor that makes a machine busy. */
const BUSY_SHARE = 0.3;
const QUIET_MS = 1000;
/** Another process can disturb one round. An attack that blocks others disturbs every round. */
const ROUNDS = 3;
const CALLS_PER_BYSTANDER = 20;

/** Starts a new peak for the process and returns its memory in MiB. */
function resetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return memoryOf(pid);
}

const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

/** Calls `ask` until `isOver` returns true and records the latency of each call. */
async function watch(ask, isOver) {
  const times = [];
  while (!isOver()) {
    const began = performance.now();
    allowed(await ask());
    times.push(performance.now() - began);
    await pause(10);
  }
  return times;
}

const bystanders = new WeakMap();

/** A call that a tester makes all the time, by testers who take turns so that none of them reaches a limit. */
export async function bystanderOn(programme) {
  if (!bystanders.has(programme)) {
    const testers = await Promise.all(Array.from({ length: 8 }, () => programme.tester()));
    const { number } = await programme.report(testers[0]);
    bystanders.set(programme, { testers, number, calls: 0 });
  }
  const state = bystanders.get(programme);
  return () => {
    const tester = state.testers[Math.floor(state.calls++ / CALLS_PER_BYSTANDER) % state.testers.length];
    return programme.ask(tester, 'issueGet', { number: state.number });
  };
}

/**
 * Runs `attack` and asserts what it costs. `attack(attempt)` performs the attack and returns the durations of its own
 * calls in milliseconds, if it waits for answers.
 */
export async function assertCost(server, ask, attack, { memory = 64, slowest = 1000 } = {}) {
  let missed;
  for (let round = 0; round < ROUNDS; round += 1) {
    const quietUntil = performance.now() + QUIET_MS;
    const waited = waitedForProcessor();
    const quiet = percentile(await watch(ask, () => performance.now() > quietUntil), 0.95);
    const isBusy = waitedForProcessor() - waited > BUSY_SHARE * QUIET_MS;
    const before = resetPeak(server.pid);
    let isOver = false;
    const watched = watch(ask, () => isOver);
    // Whatever fails first is reported below.
    watched.catch(() => {});
    const durations = await Promise.resolve(attack(round)).finally(() => (isOver = true));
    const times = await watched;
    const seen = {
      grown: memoryOf(server.pid, 'VmHWM') - before,
      slowest: Math.max(0, ...(durations ?? [])),
      p95: percentile(times, 0.95),
    };
    console.log(`  ${server.name}: +${seen.grown.toFixed(0)} MiB, slowest answer ${seen.slowest.toFixed(0)} ms, bystander p95 ${quiet.toFixed(0)} → ${seen.p95.toFixed(0)} ms (${times.length} calls)`);
    const bounds = { grown: memory, slowest, p95: Math.max(isBusy ? BUSY_P95_MS : BYSTANDER_P95_MS, QUIET_FACTOR * quiet) };
    missed = Object.keys(bounds).filter(name => seen[name] >= bounds[name]).map(name => `${name} ${seen[name].toFixed(0)}, bound ${bounds[name].toFixed(0)}`);
    if (missed.length === 0) return;
  }
  assert.fail(`the attack costs too much: ${missed.join('; ')}`);
}

/** The programme of the product, and a bystander on it. */
export async function costOnProgramme({ server }, attack, bounds) {
  const programme = await programmeOn(await server('programme'));
  const ask = await bystanderOn(programme);
  await assertCost(programme.server, ask, round => attack(programme, round), bounds);
}

/** Performs the calls one after the other and returns how long each took. */
export async function timeEach(calls) {
  const durations = [];
  for (const call of calls) {
    const began = performance.now();
    await call();
    durations.push(performance.now() - began);
  }
  return durations;
}
