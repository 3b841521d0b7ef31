// What was acknowledged stands, whichever process is killed: R1, R2, R8, R9, R11.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Clock, fault, largest } from '../fault.mjs';
import { Files } from '../files.mjs';
import { Fleet } from '../fleet.mjs';
import { Postgres } from '../postgres.mjs';
import { soundInTheEnd } from '../promises.mjs';
import { Workload } from '../workload.mjs';

const DURABLE = 'PostgreSQL: a committed transaction survives a crash';

/** The longest time without any operation being answered, between marks that `Workload.answeredAt` keeps. */
const longestGap = times => largest(times.slice(1).map((at, index) => at - times[index]));

fault('R1', 'the server killed with SIGKILL again and again while people work and upload', DURABLE, async ({ fleet, chance, isLong }) => {
  const clock = new Clock();
  const work = new Workload(fleet, chance.branch());
  const files = new Files(fleet, chance.branch());
  await work.start();
  files.start(3);
  const recoveries = [];
  for (let kill = 0; kill < (isLong ? 20 : 6); kill += 1) {
    await pause(chance.between(300, isLong ? 3000 : 800));
    const node = chance.pick(fleet.nodes);
    await node.kill();
    const began = performance.now();
    await node.start();
    recoveries.push(performance.now() - began);
  }
  await work.more(20);
  const kept = await files.verdict();
  const verdict = await work.verdict();
  await soundInTheEnd(fleet);
  fleet.look();
  clock.holds(largest(recoveries), 3000, 'a start after a kill');
  const told = [`${recoveries.length} kills; ready again ${(largest(recoveries) / 1000).toFixed(2)} s after each at most`, `${kept.acknowledged} files acknowledged, all there with their bytes; ${kept.unknown} of unknown outcome`];
  return { ...verdict, acknowledged: verdict.acknowledged + kept.acknowledged, lost: verdict.lost + kept.lost, stallMs: longestGap(work.answeredAt), recoveryMs: largest(recoveries), told };
}, { form: 'long' });

/** A fleet of one node on a PostgreSQL of its own, with people at work; closed when `work` is done. */
async function onOwnPostgres(options, work) {
  const server = await Postgres.open(options);
  const fleet = await Fleet.open(20, { names: ['alone'], hasRedis: false, database: server.asDatabase() });
  try {
    await Workload.prepare(fleet);
    return await work(fleet, server);
  } catch (error) {
    fleet.keepsLogs = true;
    console.log(`logs are in ${fleet.folder}`);
    throw error;
  } finally {
    await fleet.close();
  }
}

fault('R2', 'the postmaster of PostgreSQL killed with SIGKILL under work', `${DURABLE}; Patroni promises a new primary in its place (--cluster), here the same one comes back`, async ({ chance, isLong }) => {
  const clock = new Clock();
  return onOwnPostgres({}, async (fleet, server) => {
    const work = new Workload(fleet, chance.branch(), { audience: 4 });
    await work.start();
    await work.more(40, 30_000);
    const recoveries = [];
    for (let kill = 0; kill < (isLong ? 8 : 2); kill += 1) {
      await server.kill();
      const began = performance.now();
      await server.start();
      const backMs = performance.now() - began;
      await work.more(1, 20_000);
      recoveries.push({ backMs, workMs: performance.now() - began });
      await work.more(isLong ? 200 : 30, 60_000);
    }
    const verdict = await work.verdict(15_000);
    await soundInTheEnd(fleet);
    fleet.look();
    const after = largest(recoveries.map(({ backMs, workMs }) => workMs - backMs));
    clock.holds(after, 6000, 'work after PostgreSQL was back');
    const told = [`${recoveries.length} kills; PostgreSQL was back after ${(largest(recoveries.map(one => one.backMs)) / 1000).toFixed(2)} s at most, work went on ${(after / 1000).toFixed(2)} s later; the server was never restarted`];
    return { ...verdict, stallMs: longestGap(work.answeredAt), recoveryMs: largest(recoveries.map(one => one.workMs)), told };
  });
}, { form: 'long', isAlone: true });

fault('R8', 'the replica that commits wait for is frozen, and the wait is cancelled by an administrator', 'PostgreSQL calls a commit whose wait was cancelled a success with a warning; decision: unknown, 503/100', async ({ chance }) => {
  const clock = new Clock();
  return onOwnPostgres({}, async (fleet, server) => {
    const standby = await server.standby('second');
    try {
      await server.sql("alter system set synchronous_standby_names = '*'", [], 'postgres');
      await server.sql('select pg_reload_conf()', [], 'postgres');
      const waited = performance.now();
      while ((await server.sql("select count(*)::int as count from pg_stat_replication where sync_state = 'sync'"))[0].count === 0) {
        assert.ok(performance.now() - waited < 20_000, 'the replica is not waited for');
        await pause(50);
      }
      const [node] = fleet.nodes;
      const ask = (key, id = key) => node.send('POST', '/classes/FaultEntry', { token: fleet.people[0].token, body: { key }, headers: { 'X-Parse-Request-Id': id } });
      assert.equal((await ask('before')).status, 201);
      const receivers = standby.processes('walreceiver');
      assert.equal(receivers.length, 1, 'no WAL receiver was found');
      process.kill(receivers[0], 'SIGSTOP');
      // Only waiting: each must be answered at the deadline, and not with a success.
      const began = performance.now();
      const late = await Promise.all(['a', 'b', 'c', 'd'].map(key => ask(key)));
      const lateMs = performance.now() - began;
      for (const { status, body, text } of late) assert.deepEqual([status, body?.code], [503, 100], text);
      assert.match(late[0].text, /not known/);
      // The server waits 5 seconds.
      clock.holds(lateMs, 8000, 'an answer about a commit that waits');
      // An operator cancels what waits: the warning must not become a success either.
      const cancelled = ask('cancelled');
      let waiting = [];
      const sent = performance.now();
      while (waiting.length === 0) {
        assert.ok(performance.now() - sent < 8000, 'no commit waits for the replica');
        waiting = await server.sql(`select pid from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit' and xact_start > now() - interval '1500 ms'`);
        await pause(20);
      }
      for (const { pid } of waiting) await server.sql('select pg_cancel_backend($1)', [pid]);
      const told = await cancelled;
      assert.deepEqual([told.status, told.body?.code], [503, 100], told.text);
      assert.match(readLog(server.log), /canceling wait for synchronous replication/);
      const reads = await node.send('GET', '/classes/FaultEntry', { token: fleet.people[0].token });
      assert.equal(reads.status, 200, 'reads go on');
      process.kill(receivers[0], 'SIGCONT');
      const thawed = performance.now();
      let after;
      do after = await ask('after');
      while (after.status !== 201 && performance.now() - thawed < 30_000 && (await pause(50), true));
      const recoveryMs = performance.now() - thawed;
      assert.equal(after.status, 201, after.text);
      // Each that was unknown is there once at most, and asking again makes it exactly once.
      for (const key of ['a', 'b', 'c', 'd', 'cancelled']) assert.equal((await ask(key)).status, 201);
      const rows = await fleet.sql(`select "key", count(*)::int as count from "FaultEntry" group by 1`);
      const counts = ['before', 'a', 'b', 'c', 'd', 'cancelled', 'after'].map(key => rows.find(row => row.key === key)?.count ?? 0);
      clock.holds(recoveryMs, 10_000, 'recovery after the thaw');
      fleet.look();
      return {
        acknowledged: 7, lost: counts.filter(count => count === 0).length, duplicated: counts.filter(count => count > 1).length, stallMs: lateMs, recoveryMs,
        told: [`4 commits that waited were answered 503/100 "not known" after ${(lateMs / 1000).toFixed(1)} s and not cancelled; 1 whose wait was cancelled too; asked again, each stands once`],
      };
    } finally {
      await standby.close();
    }
  });
}, { form: 'long', isAlone: true });

function readLog(path) {
  const [file, size] = [openSync(path, 'r'), statSync(path).size];
  const bytes = Buffer.alloc(size);
  readSync(file, bytes, 0, size, 0);
  closeSync(file);
  return bytes.toString();
}

fault('R9', 'fsync of the write-ahead log fails with EIO under work', 'PostgreSQL panics when fsync fails, and recovers from what was flushed', async ({ chance }) => {
  const clock = new Clock();
  return onOwnPostgres({ settings: ['wal_sync_method = fsync'] }, async (fleet, server) => {
    const work = new Workload(fleet, chance.branch(), { audience: 2 });
    await work.start();
    await work.more(20, 30_000);
    // The processes that write are the ones whose flush fails; those that come after the crash are healthy again.
    const writers = [...server.processes('walwriter'), ...server.processes('touchstone touchstone')];
    const tracer = spawn('strace', ['-qq', '-o', '/dev/null', '-e', 'trace=fsync', '-e', 'inject=fsync:error=EIO:when=3+', ...writers.flatMap(pid => ['-p', `${pid}`])], { stdio: 'ignore' });
    const began = performance.now();
    while (!/PANIC:.*fsync/.test(readLog(server.log))) {
      assert.ok(performance.now() - began < 30_000, 'no flush failed');
      await pause(20);
    }
    const broken = performance.now();
    await work.more(20, 60_000);
    const recoveryMs = performance.now() - broken;
    tracer.kill('SIGKILL');
    assert.ok(server.isRunning, 'the postmaster has ended');
    const verdict = await work.verdict(15_000);
    await soundInTheEnd(fleet);
    fleet.look();
    clock.holds(recoveryMs, 15_000, 'recovery');
    const panics = readLog(server.log).split('PANIC:').length - 1;
    return { ...verdict, stallMs: longestGap(work.answeredAt), recoveryMs, told: [`${panics} flushes failed, each a PANIC of PostgreSQL, which recovered by itself; nothing that was acknowledged was missing`] };
  });
}, { form: 'long', isAlone: true });

fault('R11', 'a page of a replica is damaged', 'PostgreSQL: checksums find it; the primary is not affected, the replica is recreated', async ({ chance }) => {
  return onOwnPostgres({}, async (fleet, server) => {
    const work = new Workload(fleet, chance.branch(), { audience: 2 });
    await work.start();
    await work.more(30, 30_000);
    let standby = await server.standby('damaged');
    await work.more(10, 30_000);
    const [{ path }] = await standby.sql(`select pg_relation_filepath('"_SCHEMA"') as path`);
    await server.sql('checkpoint');
    await standby.kill();
    const file = openSync(join(standby.data, path), 'r+');
    // Near the end of the page, where rows are; unwritten parts are not brought back by the log either.
    writeSync(file, Buffer.from('a page that was damaged'), 0, 23, 8000);
    fsyncSync(file);
    closeSync(file);
    await standby.start();
    const error = await standby.sql('select count(*) from "_SCHEMA"').catch(problem => problem);
    assert.match(`${error}`, /invalid page/, 'the damage was not found');
    const began = performance.now();
    await standby.close();
    standby = await server.standby('new');
    const recoveryMs = performance.now() - began;
    const [mine, theirs] = [await fleet.sql('select count(*)::int as count from "_SCHEMA"'), await standby.sql('select count(*)::int as count from "_SCHEMA"')];
    assert.deepEqual(theirs, mine);
    const verdict = await work.verdict(15_000);
    await standby.close();
    return { ...verdict, stallMs: longestGap(work.answeredAt), recoveryMs, told: [`the replica says "invalid page" and shows nothing; work on the primary went on; a new replica stood after ${(recoveryMs / 1000).toFixed(1)} s`] };
  });
}, { form: 'long', isAlone: true });
