// Back to a moment in time: a cluster of its own archives its log with pgBackRest, a user drops a table, and the
// database of the moment before comes back. As an unprivileged user, and gone when the run ends.
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tally } from '../harness/tally.mjs';
import { Cluster, OWNER, asOwner } from './cluster.mjs';
import { digestOf } from './digest.mjs';

class ArchivedCluster extends Cluster {
  static async make() {
    const cluster = new ArchivedCluster(process.env.PG_BIN ?? '/usr/lib/postgresql/15/bin');
    await cluster.folders('repository', 'spool');
    const inside = name => join(cluster.folder, name);
    cluster.configuration = inside('pgbackrest.conf');
    writeFileSync(
      cluster.configuration,
      `[global]\nrepo1-path=${inside('repository')}\nrepo1-retention-full=1\nlog-path=${inside('log')}\nspool-path=${inside('spool')}\nlock-path=${inside('spool')}\nstart-fast=y\nlog-level-console=warn\n\n[main]\npg1-path=${cluster.data}\npg1-port=${cluster.port}\npg1-socket-path=${cluster.folder}\npg1-user=${OWNER}\n`
    );
    chmodSync(cluster.configuration, 0o644);
    await cluster.make(`archive_mode = on\narchive_command = 'pgbackrest --config=${cluster.configuration} --stanza=main archive-push %p'\n`);
    await cluster.backrest('stanza-create');
    return cluster;
  }

  backrest(...args) {
    return asOwner('pgbackrest', `--config=${this.configuration}`, '--stanza=main', ...args);
  }
}

/** Resolves when the log has been played and the cluster takes writes again. */
async function promoted(cluster) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const recovering = await cluster.asked('postgres', async client => (await client.query('select pg_is_in_recovery() as yes')).rows[0].yes).catch(() => true);
    if (!recovering) return;
    if (Date.now() > deadline) throw new Error('the cluster never ended its recovery');
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

export async function main() {
  const tally = new Tally();
  const { tried } = tally;
  const cluster = await ArchivedCluster.make();
  try {
    let wanted;
    let moment;
    await tried('the log is archived', async () => {
      await cluster.backrest('check');
      return 'pgbackrest check has nothing to say';
    });
    await tried('a full backup is taken of a programme', async () => {
      await cluster.asked('postgres', client => client.query('create database beta'));
      await cluster.touchstone('beta', 'demo', '--testers', '100');
      await cluster.backrest('--type=full', 'backup');
      const { stdout } = await cluster.backrest('info');
      return /database size: [^,]*/.exec(stdout)[0];
    });
    await tried('people go on, then a user drops a table', async () => {
      await cluster.asked('beta', async client => {
        await client.query('update "_User" set "updatedAt" = now()');
        wanted = await digestOf(client);
        moment = (await client.query('select clock_timestamp()::text as at')).rows[0].at;
        // The next thing happens later than this by any clock.
        await client.query('select pg_sleep(1)');
        await client.query('drop table "Issue" cascade');
        await client.query('select pg_switch_wal()');
      });
      await assert.rejects(cluster.touchstone('beta', 'verify'));
      return `the moment before was ${moment}`;
    });
    await tried('the database of the moment before comes back, every row of it', async () => {
      await cluster.stop();
      await cluster.backrest('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
      await cluster.start();
      await promoted(cluster);
      const found = await cluster.asked('beta', digestOf);
      assert.deepEqual(found, wanted);
      return `${found.rows} rows in ${Object.keys(found.tables).length} tables, ${found.ledgers.length} chains`;
    });
    await tried('both ledgers and every promise hold there', async () => {
      const { stderr } = await cluster.touchstone('beta', 'verify');
      assert.match(stderr, /everything holds/);
      return stderr.trim().split('\n').at(-1);
    });
  } finally {
    await cluster.remove();
  }
  return tally.close();
}
