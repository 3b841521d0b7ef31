// More is asked than can be done: R31, R32 and R36.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { outcome } from '../../attack/answers.mjs';
import { Clock, fault, largest, percentile } from '../fault.mjs';

/** What is asked, from what is given up first to what is never given up before the server is full. */
const KINDS = {
  plots: (node, who) => node.send('POST', '/functions/standingPlots', { token: who.token, body: {} }),
  suggestions: (node, who) => node.send('POST', '/functions/similarFind', { token: who.token, body: { kind: 'bug', title: 'The quote is stale' } }),
  lists: (node, who) => node.send('GET', '/classes/FaultItem', { token: who.token, query: { limit: '20' } }),
  writes: (node, who) => {
    const key = randomUUID();
    return node.send('POST', '/classes/FaultEntry', { token: who.token, body: { key }, headers: { 'X-Parse-Request-Id': key } }).then(answer => ({ ...answer, key }));
  },
  standing: (node, who) => node.send('POST', '/functions/myStanding', { token: who.token, body: {} }),
};

async function asked(kind, node, who) {
  const began = performance.now();
  const answer = await KINDS[kind](node, who).catch(() => ({ status: 0 }));
  return { kind, ms: performance.now() - began, answer, status: answer.status, shown: outcome(answer) };
}

/** How many a second so many clients get done who each wait for their answer. */
async function capacity(node, people, chance, clients, forMs) {
  const until = performance.now() + forMs;
  const done = [];
  await Promise.all(Array.from({ length: clients }, async () => {
    const mine = chance.branch();
    while (performance.now() < until) done.push(await asked(mine.pick(Object.keys(KINDS)), node, mine.pick(people)));
  }));
  return { perSecond: (done.length * 1000) / forMs, p99: percentile(done.map(({ ms }) => ms), 0.99) };
}

fault('R31', 'three times of what the server can do is asked of it, whether or not it answers', 'Slack 2021: shed early and in order, keep what people came for, recover at once', async ({ fleet, chance, isLong }) => {
  const clock = new Clock();
  const guest = await fleet.guest({ MAX_IN_FLIGHT: 24 });
  try {
    await guest.start();
    await capacity(guest, fleet.people, chance, 8, 500);
    const calm = await capacity(guest, fleet.people, chance, 8, isLong ? 5000 : 2000);
    const memory = guest.memory;
    const forMs = isLong ? 30_000 : 4000;
    const every = 1000 / (3 * calm.perSecond);
    const under = [];
    const began = performance.now();
    for (let sent = 0; performance.now() - began < forMs; ) {
      for (const due = Math.floor((performance.now() - began) / every); sent < due; sent += 1) under.push(asked(chance.pick(Object.keys(KINDS)), guest, chance.pick(fleet.people)));
      await pause(2);
    }
    const asked3 = await Promise.all(under);
    const took = performance.now() - began;
    const healed = performance.now();
    let after;
    do after = await capacity(guest, fleet.people, chance, 4, 500);
    while (after.p99 > Math.max(2 * calm.p99, 200) && performance.now() - healed < 20_000);
    const recoveryMs = performance.now() - healed;
    const of = kind => asked3.filter(one => one.kind === kind);
    const served = ones => ones.filter(({ status }) => status >= 200 && status < 300);
    const share = Object.fromEntries(Object.keys(KINDS).map(kind => [kind, served(of(kind)).length / of(kind).length]));
    const shed = asked3.filter(({ status }) => status === 503);
    const goodput = (served(asked3).length * 1000) / took;
    for (const { status, shown, answer } of asked3) assert.ok([200, 201, 503].includes(status), `${shown} ${answer.text}`);
    assert.ok(shed.length > 0, 'nothing was shed, so it was not too much');
    assert.ok(shed.every(({ answer }) => answer.headers.get('retry-after')), 'a refusal does not say when to come again');
    for (const [first, last] of [['plots', 'suggestions'], ['suggestions', 'lists'], ['lists', 'writes'], ['plots', 'writes']]) assert.ok(share[first] <= share[last] + 0.05, `${first} were served more (${share[first]}) than ${last} (${share[last]})`);
    // A client that asks so much runs on the same processors, and takes what the server would have had.
    assert.ok(goodput >= 0.25 * calm.perSecond, `goodput fell to ${goodput.toFixed(0)} of ${calm.perSecond.toFixed(0)} a second`);
    clock.holds(recoveryMs, 10_000, 'recovery');
    const keys = served(of('writes')).map(({ answer }) => answer.key);
    const rows = await fleet.sql(`select "key", count(*)::int as count from "FaultEntry" where "key" = any($1) group by 1`, [keys]);
    guest.look();
    const percent = value => `${(100 * value).toFixed(0)} %`;
    return {
      acknowledged: keys.length, lost: keys.length - rows.length, duplicated: rows.filter(({ count }) => count > 1).length, stallMs: largest(served(asked3).map(({ ms }) => ms)), recoveryMs,
      told: [
        `${calm.perSecond.toFixed(0)} a second were possible, ${(asked3.length * 1000 / forMs).toFixed(0)} were asked for, ${goodput.toFixed(0)} were done (${percent(goodput / calm.perSecond)})`,
        `served: ${Object.entries(share).map(([kind, value]) => `${kind} ${percent(value)}`).join(', ')}`,
        `refused after ${percentile(shed.map(({ ms }) => ms), 0.5).toFixed(0)} ms in the middle, ${percentile(shed.map(({ ms }) => ms), 0.99).toFixed(0)} at p99; served p99 ${percentile(served(asked3).map(({ ms }) => ms), 0.99).toFixed(0)} ms; memory ${memory.toFixed(0)} → ${guest.memory.toFixed(0)} MiB`,
      ],
    };
  } finally {
    await guest.kill();
  }
}, { form: 'long' });

fault('R32', 'a flood of sign-ins by password', 'passwords are hashed a few at a time; the others are asked to come again, and no other user waits', async ({ fleet, chance, isLong }) => {
  const clock = new Clock();
  const guest = await fleet.guest();
  try {
    await guest.start();
    const probe = async forMs => {
      const [times, until] = [[], performance.now() + forMs];
      while (performance.now() < until) {
        const { ms, status, shown } = await asked('lists', guest, chance.pick(fleet.people));
        assert.equal(status, 200, shown);
        times.push(ms);
        await pause(5);
      }
      return times;
    };
    const calm = percentile(await probe(1500), 0.99);
    const forMs = isLong ? 15_000 : 4000;
    const logins = [];
    const flood = setInterval(() => {
      for (let login = 0; login < 10; login += 1) logins.push(guest.send('POST', '/login', { body: { username: `crowd-${chance.pick(fleet.people).id}`, password: 'correct horse battery' } }).then(outcome, () => 'no answer'));
    }, 20);
    const during = percentile(await probe(forMs), 0.99);
    clearInterval(flood);
    const healed = performance.now();
    const outcomes = await Promise.all(logins);
    const recoveryMs = performance.now() - healed;
    const counted = Object.groupBy(outcomes, one => one);
    assert.ok(outcomes.every(one => ['200', '503/100', '429/155', '503', 'no answer'].includes(one)), Object.keys(counted).join());
    clock.holds(during, Math.max(10 * calm, 1000), 'a list during the flood (p99)');
    clock.holds(recoveryMs, 12_000, 'recovery');
    guest.look();
    return {
      acknowledged: counted['200']?.length ?? 0, lost: 0, duplicated: 0, stallMs: during, recoveryMs,
      told: [`${outcomes.length} sign-ins in ${forMs / 1000} s: ${Object.entries(counted).map(([what, all]) => `${all.length} × ${what}`).join(', ')}`, `lists p99 ${calm.toFixed(0)} ms before, ${during.toFixed(0)} ms during; the flood itself is made on the same two cores`],
    };
  } finally {
    await guest.kill();
  }
}, { form: 'long' });

fault('R36', 'no file handle is left: 256 of them and 400 half-open connections', 'accepting pauses, nothing ends, and it goes on when they are gone', async ({ fleet }) => {
  const clock = new Clock();
  const guest = await fleet.guest();
  guest.through = ['prlimit', '--nofile=256:256'];
  const sockets = [];
  try {
    await guest.start();
    const memory = guest.memory;
    for (let one = 0; one < 400; one += 1) {
      const socket = connect(guest.port, '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
    }
    const [taken, began] = [() => /accept failed/.test(readFileSync(guest.log, 'utf8')), performance.now()];
    while (!taken()) {
      assert.ok(performance.now() - began < 10_000, 'the handles were not all taken');
      await pause(50);
    }
    const during = await fetch(`${guest.url}/health`, { signal: AbortSignal.timeout(1000) }).then(({ status }) => `${status}`, () => 'no answer');
    guest.look();
    for (const socket of sockets) socket.destroy();
    const healed = performance.now();
    let after;
    do after = await fetch(`${guest.url}/health`, { signal: AbortSignal.timeout(1000) }).then(({ status }) => status, () => 0);
    while (after !== 200 && performance.now() - healed < 15_000);
    const recoveryMs = performance.now() - healed;
    assert.equal(after, 200);
    clock.holds(recoveryMs, 10_000, 'recovery');
    guest.look();
    return { acknowledged: 1, lost: 0, duplicated: 0, stallMs: healed - began, recoveryMs, told: [`with all handles taken a request on a connection there was got ${during}; memory ${memory.toFixed(0)} → ${guest.memory.toFixed(0)} MiB; the process is the same`] };
  } finally {
    for (const socket of sockets) socket.destroy();
    await guest.kill();
  }
}, { form: 'long' });
