// Backup, restore and verify on the newest minor version of every major version of PostgreSQL that is supported, and from
// the oldest to the newest. Every row and every definition is compared by SQL that knows nothing of backups.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster } from './cluster.mjs';
import { digestOf } from './digest.mjs';
import { ODD } from './odd.mjs';

const HOME = process.env.PG_VERSIONS_HOME ?? '/var/lib/touchstone/postgresql';
const NEWEST_TOOLS = join(HOME, 'client/bin');
const SERVERS = ['15', '16', '17', '18'];
/** Debian's package of 15 has the programs of 15; the servers of the others come without. */
const toolsOf = major => (major === '15' ? join(HOME, '15/bin') : NEWEST_TOOLS);

const seconds = async work => {
  const began = performance.now();
  await work();
  return ((performance.now() - began) / 1000).toFixed(1);
};

/** What two databases hold. Another major version may write the same definition in other words. */
function compared(wanted, found, isSameVersion) {
  assert.deepEqual(found.tables, wanted.tables);
  assert.deepEqual(found.ledgers, wanted.ledgers);
  if (isSameVersion) assert.deepEqual(found.definitions, wanted.definitions);
}

async function opened(major) {
  const bin = join(HOME, major, 'bin');
  if (!existsSync(bin)) throw new Error(`${bin} is missing: run scripts/setup versions`);
  const cluster = new Cluster(bin);
  await cluster.folders();
  await cluster.make('fsync = off\n');
  cluster.major = major;
  await cluster.asked('postgres', async client => {
    await client.query('create database source');
    await client.query('create database target');
    cluster.version = (await client.query('show server_version')).rows[0].server_version.split(' ')[0];
  });
  return cluster;
}

async function filled(cluster) {
  await cluster.touchstone('source', 'demo', '--testers', '200');
  await cluster.asked('source', client => client.query(ODD));
  return join(cluster.folder, 'backups');
}

/** Restores what is in `place` on a cluster; what was said, how long it took, and what is there. */
async function restored(cluster, place, ...options) {
  const took = await seconds(() => cluster.touchstone('target', 'restore', place, '--keep-sessions', '--pg-bin', toolsOf(cluster.major), ...options));
  const { stderr } = await cluster.touchstone('target', 'verify');
  assert.match(stderr, /everything holds/);
  return { took, found: await cluster.asked('target', digestOf) };
}

async function tried(major, tally, kept) {
  const cluster = await opened(major);
  try {
    const place = await filled(cluster);
    const tools = ['--pg-bin', toolsOf(major)];
    const backup = await seconds(() => cluster.touchstone('source', 'backup', place, ...tools));
    const verify = await seconds(() => cluster.touchstone('source', 'verify', place, ...tools));
    const wanted = await cluster.asked('source', digestOf);
    const { took, found } = await restored(cluster, place);
    compared(wanted, found, true);
    console.log(`ok      PostgreSQL ${cluster.version}: backup ${backup} s, verify ${verify} s, restore ${took} s, ${found.rows} rows in ${Object.keys(found.tables).length} tables equal, both ledgers hold`);
    const again = await restored(cluster, place, '--replace', '--yes');
    compared(wanted, again.found, true);
    tally.passed += 1;
    if (kept) await kept(cluster, place, wanted);
  } finally {
    await cluster.remove();
  }
}

/** A backup of one version, restored on another. */
async function moved(from, place, wanted, major) {
  const cluster = await opened(major);
  try {
    const { took, found } = await restored(cluster, place);
    compared(wanted, found, false);
    console.log(`ok      a backup of PostgreSQL ${from.version} on ${cluster.version}: restore ${took} s, ${found.rows} rows equal, both ledgers hold`);
  } finally {
    await cluster.remove();
  }
}

export async function main() {
  const tally = { passed: 0, failed: 0 };
  for (const major of SERVERS) {
    const moves = async (from, place, wanted) => {
      await moved(from, place, wanted, SERVERS.at(-1));
      tally.passed += 1;
    };
    try {
      await tried(major, tally, major === SERVERS[0] ? moves : undefined);
    } catch (error) {
      console.log(`FAILED  PostgreSQL ${major}\n${error.stack}\n${error.stderr ?? ''}`);
      tally.failed += 1;
    }
  }
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  return tally.failed === 0 ? 0 : 1;
}
