// Runs the catalogue of attacks against running servers and prints one line per row.
//
//   node main.mjs            every row
//   node main.mjs A G161     the rows of section A, and row G161
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { waitedForProcessor } from './answers.mjs';
import { counterpart } from './configurations.mjs';
import { IN_BOTH_PROFILES, catalogue, sectionOf, strays } from './row.mjs';
import { bystanders, hold, release, server, stopAll, suspicions } from './servers.mjs';

const HERE = import.meta.dirname;
const ROW_WITHIN_MS = 90_000;
/** Slow rows mostly wait, but all of them at once start so many servers that answers come too late. */
const SLOW_ROWS_AT_ONCE = 5;

async function rowsAsked(filters) {
  for (const file of readdirSync(join(HERE, 'rows')).sort()) await import(join(HERE, 'rows', file));
  if (strays().length) throw new Error(`these rows are in no section: ${strays().join(', ')}`);
  const rows = catalogue();
  if (filters.length === 0) return rows;
  return rows.filter(({ id }) => filters.some(filter => id === filter || sectionOf({ id }) === filter));
}

/** Ends a row that hangs. What others kept of the processors is no time of the row's, up to four times its own. */
function deadline(id) {
  const [began, waited] = [performance.now(), waitedForProcessor()];
  const { promise: passed, reject } = Promise.withResolvers();
  const timer = setInterval(() => {
    const bound = ROW_WITHIN_MS + Math.min(waitedForProcessor() - waited, 4 * ROW_WITHIN_MS);
    if (performance.now() - began > bound) reject(new Error(`row ${id} took longer than ${bound.toFixed(0)} ms`));
  }, 1000);
  return { passed, cancel: () => clearInterval(timer) };
}

/** What a row is given: servers, which are held as long as it runs; those of a profile, if it is tried in each. */
function hands(used, profile) {
  const held = asked => {
    const name = counterpart(asked, profile);
    if (!used.has(name)) hold(name);
    used.add(name);
    return server(name);
  };
  /** The same attack against both profiles, with their defaults. */
  const both = async attack => {
    for (const name of ['parse', 'product']) {
      const attacked = await held(name);
      await attack(attacked).catch(error => {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      });
    }
  };
  return { server: held, both };
}

/** Tries a row; one of a section that is tried in both profiles a second time, on the servers of the product. */
async function attempt(row, used) {
  await row.attack(hands(used));
  if (!IN_BOTH_PROFILES.has(sectionOf(row)) || row.once) return;
  await row.attack(hands(used, 'product')).catch(error => {
    throw new Error(`in the profile product: ${error.message}`, { cause: error });
  });
}

/** Tries one row, then looks whether every server that runs has survived it. */
async function tried(row) {
  if (row.isMissing) return { ...row, state: 'open', why: 'there is no test' };
  const began = performance.now();
  const { passed, cancel } = deadline(row.id);
  const used = new Set();
  let why;
  try {
    if (row.attack) await Promise.race([attempt(row, used), passed]);
  } catch (error) {
    // A request that did not arrive says why in its cause alone.
    why = [error.message, error.cause?.code].filter(Boolean).join(', ');
  }
  cancel();
  await bystanders().catch(error => (why ??= error.message));
  await release(used);
  const state = why !== undefined ? 'open' : row.reason === undefined ? 'refused' : 'not applicable';
  return { ...row, state, why, ms: performance.now() - began };
}

function line({ id, title, state, why, reason, note, ms }) {
  const time = ms > 2000 ? ` (${(ms / 1000).toFixed(1)} s)` : '';
  const head = `${state.padEnd(14)} ${id} ${title}${time}`;
  if (state === 'open') return `${head}\n${`${why}`.slice(0, 700).replace(/^/gm, '                 ')}`;
  if (reason !== undefined) return `${head}: ${reason}`;
  return note === undefined ? head : `${head} [${note}]`;
}

/** Runs the rows and prints them in the order of the catalogue, each as soon as those before it are done. */
async function runAll(rows) {
  const outcomes = new Map();
  let printed = 0;
  const finish = outcome => {
    outcomes.set(outcome.id, outcome);
    for (; printed < rows.length && outcomes.has(rows[printed].id); printed += 1) {
      console.log(line(outcomes.get(rows[printed].id)));
    }
  };
  const slowRows = rows.filter(({ slow }) => slow).values();
  const runSlowRows = async () => {
    for (const row of slowRows) finish(await tried(row));
  };
  const waiting = Array.from({ length: SLOW_ROWS_AT_ONCE }, runSlowRows);
  for (const row of rows.filter(({ slow, alone, last }) => !slow && !alone && !last)) finish(await tried(row));
  await Promise.all(waiting);
  for (const row of rows.filter(({ alone }) => alone)) finish(await tried(row));
  for (const row of rows.filter(({ last }) => last)) finish(await tried(row));
  return [...outcomes.values()];
}

/**
 * A row that ran out of time leaves requests behind, which fail when its server stops. A compiler among the rows'
 * packages would end the process for that, before the verdict is known.
 */
function outliveAbandonedRows() {
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', reason => console.error('left behind by a row:', reason));
}

async function main() {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      console.error(`stopped by ${signal}`);
      stopAll().finally(() => process.exit(130));
    });
  }
  const began = performance.now();
  try {
    await dropAbandonedDatabases();
    const rows = await rowsAsked(process.argv.slice(2));
    outliveAbandonedRows();
    const outcomes = await runAll(rows);
    const count = state => outcomes.filter(outcome => outcome.state === state).length;
    const [refused, absent, open] = ['refused', 'not applicable', 'open'].map(count);
    for (const suspicion of suspicions()) console.log(suspicion);
    if (open > 0) console.log('\nopen:');
    for (const outcome of outcomes.filter(({ state }) => state === 'open')) console.log(line(outcome));
    console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s`);
    console.log(`tried in both profiles: section ${[...IN_BOTH_PROFILES].join(', ')}, and every row that says so`);
    console.log(`${refused} refused, ${absent} not applicable (listed with reason), ${open} open`);
    console.log(`${refused + absent} passed, ${open} failed`);
    return open === 0 && refused > 0 ? 0 : 1;
  } finally {
    await stopAll();
  }
}

const code = await main().catch(error => {
  console.error(error);
  return 1;
});
// A row that failed may have left a listener open, which must not keep the run from ending.
process.exit(code);
