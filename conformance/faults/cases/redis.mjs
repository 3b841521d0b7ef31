// Redis killed, emptied, slow, silent, moved by sentinels and lied to, while people work: R22 to R25.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { KEYS } from '../../harness/configurations.mjs';
import { Clock, fault, largest, percentile } from '../fault.mjs';
import { LIMIT } from '../fleet.mjs';
import { Watched } from '../redis.mjs';
import { Workload } from '../workload.mjs';

const HINT = 'Redis says that pub/sub is at most once, so it only shortens the way';
const NO_REQUEST_OVER_MS = 2000;
const RIGHT_WITHIN_MS = 5000;
const BOARDS = 'touchstone:board:';

/** Which channels are listened to, and by how many. */
async function listeners(redis) {
  const channels = (await redis.ask('pubsub', 'channels', '*')).split('\n').filter(name => name && !name.startsWith('__'));
  const counts = await Promise.all(channels.map(async name => (await redis.ask('pubsub', 'numsub', name)).split('\n')[1]));
  return JSON.stringify(channels.map((name, index) => [name, counts[index]]).sort());
}

/** Every board that Redis keeps is at the version of the database. */
async function boardsAreCurrent(fleet, redis) {
  const boards = await fleet.sql('select name, version::int as version from _touchstone.board');
  const kept = await Promise.all(boards.map(({ name }) => redis.ask('zscore', `${BOARDS}{${name}}`, '~')));
  return boards.length > 0 && boards.every(({ version }, index) => Number(kept[index]) >= version);
}

/** Whether every node listens: one that has just lost Redis comes back a moment later. */
const allListen = (fleet, seen) => {
  const channels = JSON.parse(seen);
  return channels.length > 0 && channels.every(([, count]) => Number(count) === fleet.up.length);
};

/** Waits until Redis is used as before, or else by all nodes: boards are kept in it, and as many listen. */
async function untilUsed(fleet, redis, as, withinMs = 20_000) {
  const began = performance.now();
  let seen;
  while (performance.now() - began < withinMs) {
    seen = await Promise.all([boardsAreCurrent(fleet, redis), listeners(redis)]).catch(error => [false, `${error}`]);
    if (seen[0] && (as === undefined ? allListen(fleet, seen[1]) : seen[1] === as)) return { ms: performance.now() - began, listeners: seen[1] };
    await pause(30);
  }
  throw new Error(`Redis is not used again after ${withinMs} ms: boards ${seen[0]}, listeners ${seen[1]} instead of ${as ?? 'all nodes'}`);
}

/** Work, a fault in the middle of it, work while it lasts, and work after it is healed. */
async function withFault({ fleet, chance, isLong }, { breaks, heals, redis = () => fleet.redis }) {
  const clock = new Clock();
  const work = new Workload(fleet, chance.branch());
  await work.start();
  try {
    const { listeners: usual } = await untilUsed(fleet, redis());
    await work.more(20);
    const calm = work.requests.length;
    await breaks();
    await Promise.all([work.more(isLong ? 1000 : 60), pause(isLong ? 20_000 : 1500)]);
    const broken = work.requests.slice(calm);
    await heals();
    const { ms: recoveryMs } = await untilUsed(fleet, redis(), usual);
    await work.more(20);
    const verdict = await work.verdict(RIGHT_WITHIN_MS);
    fleet.look();
    const stallMs = largest(work.stalls);
    clock.holds(largest(work.requests), NO_REQUEST_OVER_MS, 'a request');
    const told = [
      `nodes that listen to Redis: ${JSON.parse(usual).map(([channel, count]) => `${count} to ${channel}`).join(', ') || 'none'}`,
      `requests p99 ${percentile(work.requests.slice(0, calm), 0.99).toFixed(0)} ms before, ${percentile(broken, 0.99).toFixed(0)} ms during`,
      `events p99 ${percentile(work.delays, 0.99).toFixed(0)} ms, at most ${largest(work.delays).toFixed(0)} ms after the answer`,
      `a logout obeyed on all nodes within ${(work.longestLogout ?? 0).toFixed(0)} ms`,
      `lists and ranks right ${verdict.rightMs.toFixed(0)} ms after the last write`,
    ];
    clock.holds(largest(work.delays), RIGHT_WITHIN_MS, 'an event');
    return { ...verdict, stallMs, recoveryMs, told };
  } catch (error) {
    // The next fault has the same nodes, and counts what is written to them.
    await work.stop().catch(() => {});
    throw error;
  }
}

fault('R22a', 'Redis killed with SIGKILL, back with what it had kept', HINT, stage =>
  withFault(stage, { breaks: () => stage.fleet.redis.kill(), heals: () => stage.fleet.redis.start() })
);

fault('R22b', 'Redis flushed', HINT, stage =>
  withFault(stage, { breaks: () => stage.fleet.redis.ask('flushall'), heals: async () => {} })
);

fault('R22c', 'Redis killed, restarted empty', HINT, stage => {
  const { redis } = stage.fleet;
  return withFault(stage, {
    breaks: () => redis.kill(),
    heals: async () => {
      redis.forget();
      await redis.start();
    },
  });
});

/** How many of so many calls a new session is allowed, made one after the other at all nodes in turn; and the slowest. */
async function allowedCalls({ fleet, chance }, calls) {
  const { body } = await fleet.up[0].send('POST', '/loginAs', { key: 'master', query: { userId: chance.pick(fleet.people).id } });
  const times = [];
  let allowed = 0;
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now();
    const { status, text } = await fleet.up[call % fleet.up.length].send('POST', LIMIT.requestPath, { token: body.sessionToken, body: {} });
    times.push(performance.now() - began);
    assert.ok([200, 429].includes(status), text);
    if (status === 200) allowed += 1;
  }
  return { allowed, slowestMs: largest(times) };
}

fault('R22d', 'Redis killed: how often a user may call', 'Parse Server ignores errors of its limiter; here every node has the whole budget then, and no more', async stage => {
  const { fleet } = stage;
  const { requestCount } = LIMIT;
  const clock = new Clock();
  const calls = 6 * requestCount;
  // After a fault, also the one before this, nodes do not use Redis for some seconds.
  const allowedWithRedis = async () => {
    const began = performance.now();
    for (;;) {
      const counted = await allowedCalls(stage, calls);
      if (counted.allowed <= 1.5 * requestCount || performance.now() - began > 10_000) return counted;
    }
  };
  const together = await allowedWithRedis();
  await fleet.redis.kill();
  const apart = await allowedCalls(stage, calls);
  await fleet.redis.start();
  const healed = performance.now();
  const after = await allowedWithRedis();
  const recoveryMs = performance.now() - healed;
  const told = [`of ${calls} calls to three nodes ${together.allowed} were allowed with Redis, ${apart.allowed} without, ${after.allowed} after it was back; ${requestCount} are in the rule`];
  for (const { allowed } of [together, after]) assert.ok(allowed >= requestCount && allowed <= 1.5 * requestCount, told[0]);
  assert.ok(apart.allowed >= requestCount && apart.allowed <= fleet.up.length * requestCount, told[0]);
  const stallMs = largest([together, apart, after].map(({ slowestMs }) => slowestMs));
  clock.holds(stallMs, NO_REQUEST_OVER_MS, 'a request');
  return { acknowledged: together.allowed + apart.allowed + after.allowed, lost: 0, duplicated: 0, stallMs, recoveryMs, told };
});

fault('R23a', 'Redis 500 ms away', HINT, stage => {
  const { proxy } = stage.fleet;
  return withFault(stage, { breaks: async () => void (proxy.delayMs = 250), heals: async () => proxy.heal() });
});

fault('R23b', 'Redis frozen with SIGSTOP', HINT, stage => {
  const { redis } = stage.fleet;
  return withFault(stage, { breaks: async () => redis.freeze(), heals: async () => redis.thaw() });
});

/** Our client asks one address and knows no sentinels, so the address follows the primary, as a balancer's does. */
fault('R24', 'a primary with two replicas and three sentinels; the primary killed', 'Sentinel promotes a replica; writes that were not replicated are lost', async stage => {
  const { fleet } = stage;
  const { proxy, redis } = fleet;
  const watched = await Watched.open(fleet.folder);
  const lead = port => {
    proxy.target = port;
    proxy.cut();
  };
  let failoverMs;
  try {
    await watched.untilTheyAgree();
    const [first] = watched.servers;
    lead(first.port);
    const primary = () => watched.servers.find(({ port }) => port === proxy.target);
    const result = await withFault(stage, {
      redis: primary,
      breaks: () => first.kill(),
      heals: async () => {
        const began = performance.now();
        for (;;) {
          const port = await watched.primary();
          if (port && port !== first.port) {
            failoverMs = performance.now() - began;
            return lead(port);
          }
          if (performance.now() - began > 30_000) throw new Error('the sentinels promote no replica');
          await pause(50);
        }
      },
    });
    result.told.unshift(`the sentinels had promoted another ${failoverMs.toFixed(0)} ms after it was asked for; the address was led there`);
    return result;
  } finally {
    lead(redis.port);
    await watched.close();
  }
});

/** What a user who may write to Redis would put there. */
async function poison(fleet, eve) {
  const { redis } = fleet;
  const forged = `r:${randomUUID().replaceAll('-', '')}`;
  const user = JSON.stringify({ objectId: fleet.keeper.id, className: '_User', sessionToken: forged, isAdmin: true });
  for (const prefix of [`${KEYS.appId}:`, 'touchstone:', '']) {
    await redis.ask('set', `${prefix}user:${forged}`, user);
    await redis.ask('set', `${prefix}session:${forged}`, user);
    await redis.ask('set', `${prefix}role:${eve.id}`, '["role:administrators","role:admin"]');
    await redis.ask('set', `${prefix}roles:${eve.id}`, '["role:administrators","role:admin"]');
  }
  const lie = JSON.stringify({ currentParseObject: { __type: 'Object', className: 'FaultItem', objectId: 'forgedforg', n: 1e9, group: 0 }, originalParseObject: null });
  const channels = (await redis.ask('pubsub', 'channels', '*')).split('\n').filter(Boolean);
  const named = [`touchstone:changes:${KEYS.appId}`, ...['afterSave', 'afterDelete', 'clearCache'].map(name => KEYS.appId + name)];
  for (const channel of new Set([...channels, ...named])) {
    for (const message of [lie, '{', '', '{"userId":{"$ne":null}}', 'x'.repeat(100_000), JSON.stringify({ userId: eve.id })]) await redis.ask('publish', channel, message);
  }
  for (const name of (await redis.ask('keys', `${BOARDS}*`)).split('\n').filter(Boolean)) {
    await redis.ask('del', name);
    await redis.ask('set', name, 'nonsense');
  }
  return forged;
}

fault('R25', 'false sessions, roles, boards and messages written into Redis', 'what a cache says of a user is no proof (threat TB5)', async stage => {
  const { fleet } = stage;
  const [eve] = fleet.people;
  let attempts = 0;
  const result = await withFault(stage, {
    breaks: async () => {
      const forged = await poison(fleet, eve);
      for (const node of fleet.up) {
        assert.equal((await node.send('GET', '/users/me', { token: forged })).body?.code, 209, 'a session of Redis was believed');
        for (const [name, body] of [['settings', {}], ['pointsAdjust', { user: eve.id, amount: 5, reason: 'For me, because I say so.', rule: 'manual' }], ['audit', {}]]) {
          for (const token of [eve.token, forged]) {
            const { status } = await node.send('POST', `/functions/${name}`, { token, body });
            assert.ok(status >= 400, `${name} was allowed`);
            attempts += 1;
          }
        }
        assert.ok((await node.send('GET', '/schemas', { token: eve.token })).status >= 400);
      }
    },
    heals: async () => {
      for (const name of (await fleet.redis.ask('keys', '*')).split('\n').filter(Boolean)) await fleet.redis.ask('del', name);
    },
  });
  const forged = await fleet.sql(`select 1 from "PointsEntry" where "reason" like 'For me, because%'`);
  assert.equal(forged.length, 0);
  result.told.unshift(`${attempts} attempts as an administrator refused; no forged event`);
  return result;
});
