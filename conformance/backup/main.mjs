// A programme under load is backed up and restored elsewhere; then every row, every file and both ledgers are compared
// with what one snapshot of the database showed, by SQL that knows nothing of backups.
//
//   node main.mjs [--long | --testers N | --pitr | --versions]
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crowd } from '../harness/crowd.mjs';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { signedIn } from '../harness/programme.mjs';
import { Tally } from '../harness/tally.mjs';
import { openBucket } from './bucket.mjs';
import { digestOf, filesOf } from './digest.mjs';
import { ODD } from './odd.mjs';
import { FOLDER, Site, removeFolder } from './stage.mjs';
import { Writers, uploads } from './writers.mjs';

const argument = name => process.argv.includes(`--${name}`);
const TESTERS = argument('testers') ? Number(process.argv[process.argv.indexOf('--testers') + 1]) : argument('long') ? 50_000 : 500;
const FILES = TESTERS > 5000 ? 1000 : 100;
const PEOPLE = TESTERS > 5000 ? 4000 : Math.min(400, 2 * TESTERS);
const BACKUPS = join(FOLDER, 'backups');
/** The name of the last backup. */
const newest = () => readdirSync(BACKUPS).filter(entry => entry !== 'files').sort().at(-1);
const megabytes = bytes => `${(bytes / 1e6).toFixed(1)} MB`;

/** A programme with people in it who are signed in, and files. */
async function furnished() {
  const site = await Site.open('source');
  await site.done('demo', '--testers', String(TESTERS));
  await site.sql(ODD);
  await site.start();
  const people = await crowd(site, PEOPLE);
  await uploads(site, people, FILES);
  const { rows: builds } = await (await signedIn(site.send))('builds');
  return { site, people, keeper: site.keeper, build: builds[0].id };
}

/** Backs up while others write, and says what the snapshot of the backup showed. */
async function backedUp({ site, people, keeper, build }) {
  const writers = new Writers(site, people, keeper, build);
  await writers.until(20);
  const client = await site.pool.connect();
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query('select pg_export_snapshot() as id');
  const files = await filesOf(site.files);
  const before = writers.total;
  const made = await site.done('backup', BACKUPS, '--snapshot', rows[0].id);
  const during = writers.total - before;
  await writers.end();
  const wanted = await digestOf(client);
  await client.query('commit');
  client.release();
  assert.ok(during > 0, `nothing was written during the backup: ${JSON.stringify([...writers.refused])}`);
  const name = newest();
  const manifest = JSON.parse(readFileSync(join(BACKUPS, name, 'manifest.json'), 'utf8'));
  return { wanted, files, made, during, name, manifest };
}

const differing = (one, other) => Object.keys({ ...one, ...other }).filter(key => JSON.stringify(one[key]) !== JSON.stringify(other[key]));

async function compared(target, { wanted, files }) {
  const client = await target.pool.connect();
  const found = await digestOf(client);
  client.release();
  assert.deepEqual(differing(wanted.tables, found.tables), [], 'tables differ');
  const unlike = (one, other) => one.filter(definition => !other.includes(definition));
  assert.deepEqual(unlike(wanted.definitions, found.definitions), [], 'definitions are missing');
  assert.deepEqual(unlike(found.definitions, wanted.definitions), [], 'definitions are new');
  assert.deepEqual(found.ledgers, wanted.ledgers, 'the ledgers end elsewhere');
  const there = await filesOf(target.files);
  for (const [name, hash] of Object.entries(files)) assert.equal(there[name], hash, `the file ${name} is another, or is not there`);
  return { rows: found.rows, tables: Object.keys(found.tables).length, files: Object.keys(files).length, ledgers: found.ledgers };
}

/** Lets a user who was signed in work on a server, and has a file from it. */
async function atWork(site, who, [file, hash]) {
  const run = await signedIn(site.send);
  assert.deepEqual((await run('invariantsCheck')).differences, []);
  const me = await site.send('GET', '/users/me', { token: who.token });
  assert.equal(me.status, 200, me.text);
  const got = await site.send('GET', `/files/${site.environment.TOUCHSTONE_APPLICATION_ID}/${file}`, { key: 'master' });
  assert.equal(got.status, 200, got.text);
  assert.equal(createHash('sha256').update(got.text).digest('hex'), hash);
}

/** Fails unless a command ended as it should and said why. */
function ended({ code, said }, expected, words) {
  assert.equal(code, expected, said.slice(-1500));
  assert.match(said, words);
}

/** Changes one byte of a file, which a check must find, and puts it back. */
async function spoiled(file, site, work = async () => {}) {
  const bytes = readFileSync(file);
  const wrong = Buffer.from(bytes);
  wrong[Math.floor(wrong.length / 2)] ^= 1;
  writeFileSync(file, wrong);
  try {
    ended(await site.run('verify', BACKUPS), 3, /damaged/);
    await work();
  } finally {
    writeFileSync(file, bytes);
  }
}

/** One file lost from the storage and one half there: told by the backup, and again when it is verified. */
async function missesFiles(site) {
  const place = join(FOLDER, 'missing');
  await site.done('backup', place);
  const [lost, half] = (await site.sql('select name from _touchstone.file where removed_at is null and size > 100 order by name limit 2')).map(({ name }) => join(site.files, name));
  const [lostBytes, halfBytes] = [readFileSync(lost), readFileSync(half)];
  unlinkSync(lost);
  truncateSync(half, halfBytes.length / 2);
  ended(await site.run('backup', place, '--keep', '1', '--quiet'), 3, /missing or incomplete files in this backup: 2, .*Older backups are kept/);
  assert.equal(readdirSync(place).filter(entry => entry !== 'files').length, 2);
  ended(await site.run('verify', place, '--quiet'), 3, /missing or incomplete files in this backup: 2, /);
  assert.deepEqual(JSON.parse((await site.run('verify', place, '--json', '--quiet')).answer).missingFiles, 2);
  writeFileSync(lost, lostBytes);
  writeFileSync(half, halfBytes);
  await site.done('backup', place, '--keep', '1');
  assert.equal(readdirSync(place).filter(entry => entry !== 'files').length, 1);
  rmSync(place, { recursive: true });
  return 'one lost, one half there; exit code 3 both times';
}

/** An empty folder in the place of the folder of files, as a mount that is missing leaves it. */
async function movedFolder(site) {
  await site.serve();
  await site.stop();
  const place = join(FOLDER, 'moved');
  const aside = `${site.files}.aside`;
  renameSync(site.files, aside);
  mkdirSync(site.files);
  const production = { PRODUCTION: 'true', PUBLIC_SERVER_URL: 'https://beta.example/parse', TRUST_PROXY: '127.0.0.1', MASTER_KEY: randomBytes(32).toString('hex') };
  const before = { ...site.environment };
  for (const [key, value] of Object.entries(production)) site.environment[`TOUCHSTONE_${key}`] = value;
  try {
    ended(await site.run('backup', place), 1, /the folder of files is not the one that .* used/);
    ended(await site.run('serve'), 1, /the folder of files is not the one that was used last/);
    ended(await site.run('backup', place, '--accept-new-folder', '--quiet'), 3, /missing or incomplete/);
  } finally {
    site.environment = before;
    rmSync(site.files, { recursive: true });
    renameSync(aside, site.files);
  }
  return 'by a backup and by a server in production; with --accept-new-folder the backup says what it misses';
}

async function cases(stage, tried) {
  const target = await Site.open('target');
  const other = await Site.open('other', { isPoor: true });
  const empty = await Site.open('empty');
  const { site } = stage;
  try {
    let backup;
    let restored;
    await tried('a dry run says how much there is and writes nothing', async () => {
      const { said } = await site.done('backup', BACKUPS, '--dry-run');
      assert.match(said, /would copy about \d+ rows in \d+ tables .* and \d+ files .*nothing was written/);
      assert.throws(() => readdirSync(BACKUPS));
      return said.trim();
    });
    await tried('a backup is made while others write', async () => {
      backup = await backedUp(stage);
      const { made, during, manifest } = backup;
      return `${made.seconds.toFixed(1)} s, ${during} writes meanwhile, database ${megabytes(manifest.database.bytes)} by pg_dump ${manifest.pg_dump}, files ${megabytes(manifest.files.bytes)}, at most ${made.peak.toFixed(0)} MB of memory`;
    });
    await tried('no key of the settings is in it', async () => {
      const text = readFileSync(join(BACKUPS, backup.name, 'manifest.json'), 'utf8');
      assert.ok(!text.includes(site.environment.TOUCHSTONE_MASTER_KEY));
      return 'and none could be: settings are not read by what writes it';
    });
    await tried('it is whole, and says so without a database', async () => {
      const { said, seconds } = await target.done('verify', BACKUPS);
      assert.match(said, /is whole: \d+ rows/);
      return `${seconds.toFixed(1)} s`;
    });
    await tried('it is restored into an empty database, and is what the snapshot showed', async () => {
      restored = await target.done('restore', BACKUPS, '--keep-sessions');
      const { rows, tables, files, ledgers } = await compared(target, backup);
      stage.equal = `every row, every file, both ledgers equal: ${rows} rows in ${tables} tables, ${files} files, ${ledgers.length} chains; backup ${backup.made.seconds.toFixed(1)} s, restore ${restored.seconds.toFixed(1)} s`;
      return `${restored.seconds.toFixed(1)} s, at most ${restored.peak.toFixed(0)} MB of memory`;
    });
    await tried('a server starts on it, people are still signed in, and a file can be had', async () => {
      await target.serve();
      await atWork(target, stage.people[0], Object.entries(backup.files)[0]).finally(() => target.stop());
      return 'and no promise is contradicted';
    });
    await tried('both ledgers and every promise hold there', async () => {
      const { said } = await target.done('verify');
      assert.match(said, /everything holds: \d+ entries/);
      return said.trim().split('\n').at(-1);
    });
    await tried('a database that is not empty is left alone unless one insists', async () => {
      ended(await target.run('restore', BACKUPS), 1, /not empty: it has \d+ tables/);
      await target.done('restore', BACKUPS, '--replace', '--yes');
      const [{ sessions, rows }] = await target.sql('select (select count(*)::int from "_Session") as sessions, (select count(*)::int from "PointsEntry") as rows');
      assert.equal(sessions, 0);
      assert.ok(rows > 0);
      return 'with --replace it is refilled, and no user is signed in';
    });
    await tried('the next backup copies only the files that are new', async () => {
      await uploads(site, stage.people, 3);
      const { said, seconds } = await site.done('backup', BACKUPS, '--keep', '1');
      const [, all, copied] = /files: (\d+), .*, of which (\d+) were copied/.exec(said).map(Number);
      assert.ok(copied < all / 2, said);
      assert.match(said, /removed 1 older backups/);
      assert.match((await target.done('verify', BACKUPS)).said, /is whole/);
      return `${copied} of ${all} in ${seconds.toFixed(1)} s; the older backup was removed, with nothing that this one needs`;
    });
    await tried('an entry that was changed without a trace in the log is found, by its number', async () => {
      await target.sql('alter table "PointsEntry" disable trigger user');
      const [{ seq, season }] = await target.sql('update "PointsEntry" set "amount" = "amount" + 1 where "objectId" = (select "objectId" from "PointsEntry" order by "seq" desc limit 1) returning "seq", "season"');
      ended(await target.run('verify'), 3, new RegExp(`points, season ${season} breaks after ${seq - 1} entries: entry ${seq}: it is not what was sealed`));
      await target.sql('alter table "AuditEntry" disable trigger user');
      const [{ seq: noted }] = await target.sql('update "AuditEntry" set "action" = \'nothing\' where "seq" = 2 returning "seq"');
      ended(await target.run('verify'), 3, new RegExp(`record of administrators breaks after .*entry ${noted}`));
      return `entry ${seq} of season ${season}, and entry ${noted} of the record`;
    });
    await tried('the doctor finds what is broken, with what to do about it', async () => {
      const told = async () => {
        const { answer, code } = await target.run('doctor', '--json');
        const { findings } = JSON.parse(answer);
        assert.equal(code, findings.some(({ severity }) => severity === 'wrong') ? 3 : 0);
        return findings;
      };
      const before = new Set((await told()).map(({ what }) => what));
      await target.sql('drop index "AuditEntry_at"');
      await target.sql('insert into _touchstone.migration (name, checksum) values (\'feedback_9999_later\', \'x\')');
      const [{ name }] = await target.sql('select name from _touchstone.file where removed_at is null limit 1');
      unlinkSync(join(target.files, name));
      Object.assign(target.environment, {
        TOUCHSTONE_REDIS_URL: 'redis://127.0.0.1:1',
        TOUCHSTONE_SMTP_URL: 'smtp://127.0.0.1:1',
        TOUCHSTONE_MAIL_FROM: 'beta@example.org',
        TOUCHSTONE_PUBLIC_SERVER_URL: 'http://127.0.0.1:1/parse',
      });
      const found = (await told()).filter(({ what }) => !before.has(what));
      for (const words of [/the index AuditEntry_at is missing/, /feedback_9999_later/, new RegExp(`missing: .*${name}`), /^it does not answer/, /mail server rejects the connection/, /does not lead to this server/]) {
        const one = found.find(({ what }) => words.test(what));
        assert.ok(one?.why && one.advice, `${words} is not among ${JSON.stringify(found)}`);
      }
      for (const key of ['REDIS_URL', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_SERVER_URL']) delete target.environment[`TOUCHSTONE_${key}`];
      await target.sql('delete from _touchstone.migration where name = \'feedback_9999_later\'');
      return `${found.length} findings more than before: ${found.map(({ about }) => about).join(', ')}`;
    });
    await tried('a bucket takes a backup and gives it back', async () => {
      const bucket = await openBucket(join(FOLDER, 'buckets'));
      try {
        for (const place of [site, other]) Object.assign(place.environment, bucket.settings);
        const { seconds } = await site.done('backup', bucket.url);
        await other.done('restore', bucket.url);
        const count = 'select (select count(*) from "Issue")::int as issues, (select count(*) from "PointsEntry")::int as entries';
        assert.deepEqual(await other.sql(count), await site.sql(count));
        assert.deepEqual(await filesOf(other.files), await filesOf(site.files));
        return `${seconds.toFixed(1)} s there, and as many reports and entries back, every file the same`;
      } finally {
        await bucket.close();
      }
    });
    await tried('a role with the documented rights backs up, and finds orphans', async () => {
      await other.done('backup', join(FOLDER, 'poor'));
      const { said } = await other.done('files', 'orphans', '--quiet');
      assert.match(said, /files: \d+ that no object refers to/);
      return said.trim().split('\n').at(-1);
    });
    await tried('a backup with one wrong byte is refused, and the database stays empty', async () => {
      const member = join(BACKUPS, newest(), 'database.dump');
      await spoiled(member, empty, async () => {
        ended(await empty.run('restore', BACKUPS), 3, /damaged and must not be used/);
        const tables = await empty.sql('select count(*)::int as count from pg_tables where schemaname = \'_touchstone\'');
        assert.equal(tables[0].count, 0);
      });
      return 'and whole again with the byte put back';
    });
    await tried('a dry run of a restore reads the backup and changes nothing', async () => {
      const { said } = await empty.done('restore', BACKUPS, '--dry-run');
      assert.match(said, /is whole.*would restore.*nothing was changed/s);
      assert.deepEqual(await empty.sql('select from pg_tables where schemaname = \'_touchstone\''), []);
      ended(await empty.run('restore', BACKUPS, '--dry-run', '--pg-bin', FOLDER), 1, /pg_restore was not found: install/);
      return 'and names a program that is missing';
    });
    await tried('a file of a backup that is lost, cut short or altered is found', async () => {
      const folder = join(BACKUPS, 'files');
      const kept = join(folder, readdirSync(folder, { recursive: true }).find(entry => /\w{64}$/.test(entry)));
      const bytes = readFileSync(kept);
      await spoiled(kept, empty);
      truncateSync(kept, bytes.length / 2);
      ended(await empty.run('verify', BACKUPS), 3, /damaged: it has \d+ bytes, not \d+/);
      unlinkSync(kept);
      ended(await empty.run('verify', BACKUPS), 3, /damaged and must not be used/);
      writeFileSync(kept, bytes);
      return (await empty.done('verify', BACKUPS)).said.trim();
    });
    await tried('a backup that misses files is not called whole, and older ones are kept', () => missesFiles(site));
    await tried('another folder than files were kept in is refused', () => movedFolder(other));
  } finally {
    await target.close();
    await other.close();
    await empty.close();
  }
}

async function main() {
  if (argument('pitr')) return (await import('./pitr.mjs')).main();
  if (argument('versions')) return (await import('./versions.mjs')).main();
  await dropAbandonedDatabases();
  const tally = new Tally();
  const stage = await furnished();
  try {
    await cases(stage, tally.tried);
  } finally {
    await stage.site.close();
    if (tally.failed === 0) removeFolder();
    else console.log(`what was made is in ${FOLDER}`);
  }
  if (tally.failed === 0) console.log(`${TESTERS} testers: ${stage.equal}`);
  return tally.close();
}

process.exitCode = await main().catch(error => {
  console.error(error);
  return 1;
});
