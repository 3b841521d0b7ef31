// One scenario on one server: sockets are opened, objects written, and clocks read before and after.
import { setTimeout as pause } from 'node:timers/promises';
import { between, read, residentKb, servedSockets } from './clocks.mjs';
import { CLASS, Load } from './load.mjs';

const WARM_UP = 200;
const SETTLE_MS = 3_000;
/** How long a stalled reader may be kept after the last write. */
const PATIENCE_SECONDS = 30;
/** Looking costs tens of milliseconds. */
const WATCH_MS = 2_000;
const STRING = { type: 'String' };
const FIELDS = { mark: STRING, room: STRING, words: STRING, open: { type: 'Boolean' }, score: { type: 'Number' } };

/** Makes the class that is followed. */
export async function createClass(server) {
  await server.must('POST', `schemas/${CLASS}`, { className: CLASS, fields: FIELDS }, { master: true });
}

/** So that neither first requests nor first connections count as memory of sockets. */
async function warmUp(server) {
  for (let at = 0; at < WARM_UP; at += 1) {
    await server.must('POST', `classes/${CLASS}`, { mark: 'none', room: 'nowhere', words: 'warm', open: false, score: 0 });
  }
}

/** How many of the stalled readers the server has let go, and when the first and the last, in seconds from now. */
async function watchStalled(server, scenario, isOver) {
  const began = performance.now();
  const port = Number(new URL(server.url).port);
  let [ended, first, last, over] = [0, undefined, undefined, undefined];
  while (ended < scenario.stalled && !(over && performance.now() - over > PATIENCE_SECONDS * 1000)) {
    await pause(WATCH_MS);
    over ??= isOver() ? performance.now() : undefined;
    const now = scenario.sockets - servedSockets(port);
    if (now > ended) {
      ended = now;
      last = (performance.now() - began) / 1000;
      first ??= last;
    }
  }
  return { ended, first, last };
}

export async function measure(server, database, scenario, idleSeconds) {
  await warmUp(server);
  await pause(SETTLE_MS);
  const empty = residentKb(server.child.pid);
  const load = Load.start(server, scenario);
  try {
    const { seconds: openSeconds } = await load.next();
    await pause(SETTLE_MS);
    const full = residentKb(server.child.pid);
    const idle = await read(server, load, database);
    await pause(idleSeconds * 1000);
    const before = await read(server, load, database);

    load.goOn();
    let isOver = false;
    const stalled = scenario.stalled ? watchStalled(server, scenario, () => isOver) : undefined;
    await load.next();
    const after = await read(server, load, database);
    isOver = true;
    const fullAfter = residentKb(server.child.pid);
    const ended = await stalled;
    load.goOn();
    const told = await load.next();
    return {
      scenario, told, ended, openSeconds,
      idle: between(idle, before),
      used: between(before, after),
      kbPerSocket: (full - empty) / scenario.sockets,
      kbPerSocketAfter: (fullAfter - empty) / scenario.sockets,
    };
  } finally {
    await load.stop();
  }
}
