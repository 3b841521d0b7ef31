// Parse Server fills a database; touchstone opens it, reads and writes everything; Parse Server reads it back.
//
//   node main.mjs              the whole suite
//   node main.mjs --rehearse   Parse Server plays touchstone's part, to try the checks themselves
//   node main.mjs --live       only how both servers tell of each other's writes, on an empty database
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from '../faults/redis.mjs';
import { binary } from '../harness/built.mjs';
import { runAlone } from './alone.mjs';
import { Checks } from './checks.mjs';
import { createDatabase, dropDatabase, layout, lost } from './database.mjs';
import { fillByHand } from './fill/foreign.mjs';
import { fill } from './fill/index.mjs';
import { runFleet } from './fleet.mjs';
import { runLiveFleet } from './live-fleet.mjs';
import { compare, record } from './questions/ask.mjs';
import { rightQuestions, sessionQuestions } from './questions/rights.mjs';
import { valueQuestions } from './questions/values.mjs';
import { writtenQuestions } from './questions/written.mjs';
import { startParseServer, startTouchstone, stopAll } from './servers.mjs';
import { runWallets } from './wallets.mjs';
import { writeObjects } from './writes/objects.mjs';
import { writeLinks, writePeople } from './writes/people.mjs';
import { writeSchemas } from './writes/schemas.mjs';

// As Parse Server left it; the other two are copies that the checks change.
const FILLED = 'touchstone_adoption_filled';
const MIXED = 'touchstone_adoption_mixed';
const ALONE = 'touchstone_adoption_alone';

const rehearse = process.argv.includes('--rehearse');
const openOurs = (database, settings) => (rehearse ? startParseServer(database, settings) : startTouchstone(database, settings));

async function fillByParseServer() {
  console.log('Parse Server fills a database');
  await createDatabase(FILLED);
  const server = await startParseServer(FILLED);
  const facts = await fill(server);
  await fillByHand(FILLED);
  const questions = [...valueQuestions(facts), ...rightQuestions(facts)];
  const sessions = sessionQuestions(facts);
  const recorded = {
    questions,
    answers: await record(server, questions),
    sessions,
    sessionAnswers: await record(server, sessions),
  };
  await server.stop();
  return { facts, recorded, before: await layout(FILLED) };
}

async function nothingIsLost(checks, before, what) {
  const after = await layout(MIXED);
  for (const part of ['columns', 'indexes', 'functions']) {
    await checks.check(`${what} keeps the ${part} of Parse Server as they are`, () => {
      assert.deepEqual(lost(before[part], after[part]), []);
    });
  }
}

async function openMixed(checks, facts, { questions, answers, sessions, sessionAnswers }, before) {
  checks.section('Touchstone opens it in a mixed fleet');
  await createDatabase(MIXED, FILLED);
  const server = await openOurs(MIXED, { mixedFleet: true });
  await nothingIsLost(checks, before, 'Opening the database');
  await compare(checks, server, questions, answers);
  await compare(checks, server, sessions, sessionAnswers);

  checks.section('Touchstone writes');
  Object.assign(facts, await writeObjects(checks, server, facts));
  Object.assign(facts, await writePeople(checks, server, MIXED, facts));
  Object.assign(facts, await writeSchemas(checks, server, MIXED, facts));
  await server.stop();

  checks.section('Touchstone with an auth provider');
  const withProvider = await openOurs(MIXED, { mixedFleet: true, hasCloudCode: true });
  await writeLinks(checks, withProvider, facts);
  const written = writtenQuestions(facts);
  const said = await record(withProvider, written, (question, error) =>
    checks.check(question.name, () => Promise.reject(error))
  );
  await withProvider.stop();
  return { written, said };
}

async function readBack(checks, facts, { written, said }) {
  checks.section('Parse Server reads back what touchstone wrote');
  const server = await checks.check('Parse Server starts again on the database', () => startParseServer(MIXED));
  await compare(checks, server, written, said, 'Parse Server: ');
  checks.section('Parse Server uses what touchstone wrote');
  await writeLinks(checks, server, facts);
  await checks.check('Parse Server writes objects that touchstone made', async () => {
    await server.put(
      `classes/Specimen/${facts.specimen}`,
      { weight: 1, tags: { __op: 'Delete' } },
      { as: { session: facts.tokens.ada } }
    );
    const { weight, tags } = await server.get(`classes/Specimen/${facts.specimen}`, {
      as: { session: facts.tokens.ada },
    });
    assert.deepEqual([weight, tags], [1, undefined]);
  });
  await checks.check('Parse Server still shows the columns that no schema knows', async () => {
    const { results } = await server.get('classes/Attic');
    assert.deepEqual([results[0].label, results[0].remark], ['still old', 'by hand']);
  });
  await checks.check('Parse Server gives the defaults that touchstone defined', async () => {
    const { state } = await server.post('classes/Ledger', { title: 'second' }, { as: { session: facts.tokens.eve } });
    assert.equal(state, 'open');
  });
  await server.stop();
}

async function runTogether(checks, facts) {
  checks.section('Both servers at the same time');
  const theirs = await startParseServer(MIXED, { schemaHooks: true });
  const ours = rehearse
    ? await startParseServer(MIXED, { schemaHooks: true })
    : await startTouchstone(MIXED, { mixedFleet: true });
  await runFleet(checks, ours, theirs, facts);
  await Promise.all([ours.stop(), theirs.stop()]);
}

async function followTogether(checks) {
  checks.section('Both servers tell of each other’s writes');
  const folder = mkdtempSync(join(tmpdir(), 'adoption-redis-'));
  const redis = await Redis.open(folder, { keeps: false });
  try {
    const url = `redis://127.0.0.1:${redis.port}`;
    const settings = { mixedFleet: true, schemaHooks: true, redis: url };
    await runLiveFleet(checks, await openOurs(MIXED, settings), await startParseServer(MIXED, settings), url);
    await stopAll();
  } finally {
    await redis.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openAlone(checks, facts, { questions, answers }) {
  checks.section('Touchstone opens a copy alone');
  await createDatabase(ALONE, FILLED);
  const settings = { mixedFleet: false };
  const server = await openOurs(ALONE, settings);
  const restart = async old => {
    await old.stop();
    return openOurs(ALONE, settings);
  };
  await runAlone(checks, server, restart, ALONE, facts);
  await stopAll();
  checks.section('Everything else reads the same without a mixed fleet');
  // From a fresh copy: the checks above have signed people in and out.
  await createDatabase(ALONE, FILLED);
  await compare(checks, await openOurs(ALONE, settings), questions, answers, 'Alone: ');
  await stopAll();
  if (!rehearse) {
    checks.section('Wallets are switched on');
    await runWallets(checks, await startTouchstone(ALONE, { ...settings, wallets: true }), facts);
    await stopAll();
  }
}

async function runAll(checks) {
  const { facts, recorded, before } = await fillByParseServer();
  const said = await openMixed(checks, facts, recorded, before);
  await readBack(checks, facts, said);
  await runTogether(checks, facts);
  await followTogether(checks);
  await openAlone(checks, facts, recorded);
}

async function main() {
  const checks = new Checks();
  try {
    if (process.argv.includes('--live')) {
      await createDatabase(MIXED);
      await followTogether(checks);
    } else {
      await runAll(checks);
    }
  } catch (error) {
    await checks.check('The suite runs to its end', () => Promise.reject(error));
  } finally {
    await stopAll();
  }
  const code = checks.close();
  if (code === 0) {
    await Promise.all([FILLED, MIXED, ALONE].map(dropDatabase));
  } else {
    console.error(`The databases ${MIXED} and ${ALONE} are kept to look at: scripts/services psql -d ${MIXED}`);
  }
  process.exit(code);
}

// Missing binaries are reported before Parse Server fills a database.
if (!rehearse) [false, true].forEach(binary);
await main();
