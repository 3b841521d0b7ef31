// Disks that are full, read-only or broken: R37 to R39.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { outcome } from '../../attack/answers.mjs';
import { Clock, fault, largest } from '../fault.mjs';
import { Files } from '../files.mjs';
import { Fleet } from '../fleet.mjs';
import { Postgres } from '../postgres.mjs';
import { soundInTheEnd } from '../promises.mjs';
import { SmallDisk } from '../small-disk.mjs';
import { Workload } from '../workload.mjs';

fault('R37', 'the disk of PostgreSQL is full, its log of writes included', 'PostgreSQL: what was acknowledged stands; it goes on when there is room again', async ({ chance, isLong }) => {
  const clock = new Clock();
  const disk = await SmallDisk.open(320);
  const folder = join(disk.path, 'cluster');
  mkdirSync(folder);
  const server = await Postgres.open({ folder, settings: ['wal_keep_size = 0', 'max_wal_size = 64MB', 'min_wal_size = 32MB', 'checkpoint_timeout = 30s'] });
  const fleet = await Fleet.open(20, { names: ['alone'], hasRedis: false, database: server.asDatabase() });
  try {
    await Workload.prepare(fleet);
    const work = new Workload(fleet, chance.branch(), { audience: 2, patienceMs: 60_000 });
    await work.start();
    await work.more(30, 30_000);
    disk.fill();
    const full = performance.now();
    // A value of several pages cannot find room whatever is left in those there are.
    const large = () => fleet.nodes[0].send('POST', '/classes/FaultEntry', { key: 'master', body: { key: Array.from({ length: 450 }, () => chance.next()).join('') } });
    const refused = [];
    while (refused.length < 5 && performance.now() - full < 30_000) {
      const answer = await large().catch(() => ({ status: 0 }));
      if (answer.status !== 201) refused.push(outcome(answer));
    }
    assert.ok(refused.length >= 5, 'the disk was not full');
    assert.ok(refused.every(one => /^(0|500\/1|503\/100|503|400\/124)$/.test(one)), refused.join(', '));
    await pause(isLong ? 10_000 : 2000);
    assert.equal(fleet.nodes[0].isUp, true);
    const hasEnded = !server.isRunning;
    disk.free();
    const healed = performance.now();
    if (hasEnded) await server.start();
    await work.more(20, 60_000);
    const recoveryMs = performance.now() - healed;
    const verdict = await work.verdict(20_000);
    await soundInTheEnd(fleet);
    fleet.look();
    clock.holds(recoveryMs, 20_000, 'recovery');
    const panics = readFileSync(server.log, 'utf8').split('PANIC:').length - 1;
    return { ...verdict, stallMs: largest(work.stalls), recoveryMs, told: [`writes were answered ${[...new Set(refused)].join(', ')}; PostgreSQL ${panics > 0 ? `panicked ${panics} times over its log` : 'refused to grow tables'}${hasEnded ? ' and had to be started' : ' and went on by itself'}`] };
  } catch (error) {
    fleet.keepsLogs = true;
    throw error;
  } finally {
    await fleet.close();
    await disk.close();
  }
}, { form: 'long', isAlone: true });

/** Finished files in a folder; what is being written has another name. */
const finished = folder => readdirSync(folder).filter(name => !name.includes('#') && !name.startsWith('.') && name !== 'filler').filter(name => statSync(join(folder, name)).isFile());

fault('R38', 'the disk of files is full, read-only, and fails to flush', 'nothing half written is ever shown: write, flush, rename', async ({ fleet, chance }) => {
  const clock = new Clock();
  const disk = await SmallDisk.open(4);
  const guest = await fleet.guest({ FILES_DIRECTORY: disk.path });
  const seen = [];
  try {
    await guest.start();
    const files = new Files(fleet.seenThrough([guest]), chance);
    const all = async (how, count) => {
      const made = [];
      for (let upload = 0; upload < count; upload += 1) made.push(await files.upload(chance));
      const shown = [...new Set(made.map(({ answer }) => (answer ? outcome(answer) : 'no answer')))].join(', ');
      seen.push(`${how}: ${shown}`);
      return made.map(({ outcome: what }) => what);
    };
    assert.ok((await all('with room', 3)).every(what => what === 'acknowledged'));
    disk.fill();
    assert.ok((await all('full', 6)).every(what => what !== 'acknowledged'));
    disk.free();
    await disk.readOnly();
    assert.ok((await all('read-only', 6)).every(what => what !== 'acknowledged'));
    await disk.writable();
    const tracer = spawn('strace', ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO', '-p', `${guest.pid}`], { stdio: 'ignore' });
    await pause(500);
    const flushed = await all('flush fails', 6);
    tracer.kill('SIGINT');
    await once(tracer, 'close');
    assert.ok(flushed.every(what => what !== 'acknowledged'), 'a file that was not flushed was acknowledged');
    const healed = performance.now();
    assert.ok((await all('after', 3)).every(what => what === 'acknowledged'));
    const recoveryMs = performance.now() - healed;
    const kept = await files.verdict();
    assert.equal(finished(disk.path).length, kept.acknowledged, `in the folder are ${finished(disk.path)}`);
    guest.look();
    clock.holds(recoveryMs, 10_000, 'recovery');
    return { acknowledged: kept.acknowledged, lost: kept.lost, duplicated: 0, stallMs: 0, recoveryMs, told: [seen.join('; '), `${kept.acknowledged} files in the folder, the acknowledged ones and no other`] };
  } finally {
    await guest.kill();
    await disk.close();
  }
}, { form: 'long' });

fault('R39', 'the disk of the log is full', 'service goes on; lines are dropped and counted', async ({ fleet }) => {
  const disk = await SmallDisk.open(1);
  const guest = await fleet.guest();
  guest.log = join(disk.path, 'guest.log');
  try {
    await guest.start();
    disk.fill();
    const size = statSync(guest.log).size;
    const times = [];
    for (let call = 0; call < 100; call += 1) {
      const began = performance.now();
      const { status, text } = await guest.send('GET', '/classes/FaultItem', { token: fleet.people[0].token, query: { limit: '1' } });
      assert.equal(status, 200, text);
      times.push(performance.now() - began);
    }
    assert.equal(statSync(guest.log).size - size < 70_000, true);
    disk.free();
    const healed = performance.now();
    const before = statSync(guest.log).size;
    while (statSync(guest.log).size <= before) {
      await guest.send('GET', '/classes/Nothing/here', { token: fleet.people[0].token });
      assert.ok(performance.now() - healed < 10_000, 'nothing is logged again');
      await pause(20);
    }
    guest.look();
    return { acknowledged: 100, lost: 0, duplicated: 0, stallMs: largest(times), recoveryMs: performance.now() - healed, told: ['100 requests were answered while no line could be written; lines come again when there is room'] };
  } finally {
    await guest.kill();
    await disk.close();
  }
}, { form: 'long' });
