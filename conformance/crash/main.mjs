// Kills the server in the middle of many commands, starts it again, and looks whether every command that
// was answered is whole and no other is half done. Then a hundred reports and a thousand votes at once.
//
//   node main.mjs [rounds]
import assert from 'node:assert/strict';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { signedIn } from '../harness/programme.mjs';
import { Site } from '../harness/site.mjs';
import { Tally } from '../harness/tally.mjs';
import { accept, give, merge, submit, tracesOf, vote } from './commands.mjs';

const ROUNDS = Number(process.argv[2] ?? 3);
const IN_FLIGHT = { submits: 70, votes: 70, accepts: 40, merges: 20 };
const TOTAL = Object.values(IN_FLIGHT).reduce((sum, count) => sum + count, 0);

const pick = items => items[Math.floor(Math.random() * items.length)];
const shuffled = items => items.map(item => [Math.random(), item]).sort(([a], [b]) => a - b).map(([, item]) => item);

/** On a busy machine: it is not known in time whether it was done, or others held on to what it needs. */
const [NOT_KNOWN, HELD_UP] = [100, 124];
const mayBeAskedAgain = ({ answer }) => [NOT_KNOWN, HELD_UP].includes(answer?.code);

/** Gives all commands at once, each of which must be done; on a slow machine some are asked for again. */
async function allDone(server, commands) {
  let left = commands;
  for (let turn = 0; turn < 10 && left.length > 0; turn += 1) {
    const outcomes = await Promise.all(left.map(command => give(server, command)));
    left = left.filter((_, index) => outcomes[index] !== 'done');
    const refused = left.find(command => !mayBeAskedAgain(command));
    assert.equal(refused, undefined, `${refused?.name}: ${refused?.text}`);
  }
  assert.equal(left.length, 0, `${left.length} of ${commands.length} were never done`);
}

/** Reports to decide about; each by another user, so that no allowance ends. */
async function reports({ server, people, build }, from, count) {
  const made = people.slice(from, from + count).map(who => submit(who, build));
  await allDone(server, made);
  return made.map(({ answer }) => answer.result);
}

/** Two hundred commands of four kinds, no two of which need each other. */
async function plan(stage, round) {
  const { people, keeper, build } = stage;
  const { submits, votes, accepts, merges } = IN_FLIGHT;
  const roots = 4;
  const made = await reports(stage, round * 200, roots + accepts + merges);
  const [targets, others] = [made.slice(0, roots), made.slice(roots)];
  const voters = people.slice(900, 900 + votes);
  return shuffled([
    ...people.slice(round * 200 + 100, round * 200 + 100 + submits).map(who => submit(who, build)),
    ...voters.map((who, index) => vote(who, targets[index % roots])),
    ...others.slice(0, accepts).map(issue => accept(keeper, issue)),
    ...others.slice(accepts).map(issue => merge(keeper, issue, pick(targets))),
  ]);
}

/** Gives all commands at once and kills the server as soon as `enough` were answered. */
async function interrupted({ server }, commands, enough) {
  let answered = 0;
  let reached;
  const killed = new Promise(resolve => (reached = resolve)).then(() => server.nodes[0].kill());
  await Promise.all(
    commands.map(async command => {
      command.outcome = await give(server, command);
      if (command.outcome === 'done' && ++answered === enough) reached();
    })
  );
  await killed;
}

/** Every command that was answered is whole, and no other is half done. */
async function look({ server }, commands) {
  const seen = { whole: 0, absent: 0 };
  const found = await Promise.all(commands.map(command => tracesOf(server, command)));
  for (const [index, command] of commands.entries()) {
    if (command.outcome === 'refused') assert.ok(mayBeAskedAgain(command), `${command.name} was refused: ${command.text}`);
    const traces = found[index];
    const counts = new Set(Object.values(traces));
    const told = `${command.name}, ${command.outcome}, left ${JSON.stringify(traces)}`;
    assert.ok(counts.size === 1 && (counts.has(0) || counts.has(1)), `half done: ${told}`);
    if (command.outcome === 'done') assert.ok(counts.has(1), `lost: ${told}`);
    if (command.answer?.code === HELD_UP) assert.ok(counts.has(0), `refused and done all the same: ${told}`);
    seen[counts.has(1) ? 'whole' : 'absent'] += 1;
  }
  return seen;
}

/** What must hold of the tables as a whole. */
async function sound({ server }) {
  const [{ first, last, count }] = await server.sql(
    'select min("number")::int as first, max("number")::int as last, count(*)::int as count from "Issue"'
  );
  assert.deepEqual([first, last], [1, count], 'numbers have a gap');
  const run = await signedIn(server.send);
  const { differences } = await run('invariantsCheck');
  assert.deepEqual(differences, []);
  assert.equal((await run('ledgerVerify', { season: 1 })).ok, true, 'the ledger does not verify');
  assert.equal((await run('audit')).chain.ok, true, 'the record does not verify');
}

async function crash(stage, round) {
  const commands = await plan(stage, round);
  assert.equal(commands.length, TOTAL);
  const enough = 20 + Math.floor(Math.random() * 120);
  await interrupted(stage, commands, enough);
  await stage.server.nodes[0].start();
  const { whole, absent } = await look(stage, commands);
  const answered = commands.filter(({ outcome }) => outcome === 'done').length;
  await sound(stage);
  // A client that heard nothing asks again, with the same id: it is done once, whatever came of the first time.
  await allDone(stage.server, commands);
  for (const command of commands) command.outcome = 'done';
  const after = await look(stage, commands);
  assert.deepEqual(after, { whole: TOTAL, absent: 0 });
  await sound(stage);
  return `${answered} of ${TOTAL} were answered before the kill; ${whole} stood afterwards, ${absent} had not been, none was half done`;
}

async function manyReports(stage) {
  const before = await stage.server.sql('select coalesce(max("number"), 0)::int as last from "Issue"');
  const began = performance.now();
  const made = await reports(stage, 800, 100);
  const took = performance.now() - began;
  const numbers = made.map(({ number }) => number).sort((a, b) => a - b);
  assert.deepEqual(numbers, numbers.map((_, index) => before[0].last + 1 + index));
  await sound(stage);
  return `numbers ${numbers[0]} to ${numbers.at(-1)} in ${took.toFixed(0)} ms`;
}

async function manyVotes(stage) {
  const { server, people } = stage;
  const [issue] = await reports(stage, 999, 1);
  const voters = people.filter(({ id }) => id !== people[999].id);
  const began = performance.now();
  const votes = voters.map(who => vote(who, issue));
  await allDone(server, votes);
  const took = performance.now() - began;
  const again = vote(voters[0], issue);
  await allDone(server, [again]);
  assert.equal(again.answer.result.voteCount, 1000);
  await sound(stage);
  return `999 votes and the reporter are 1,000 in ${took.toFixed(0)} ms`;
}

async function main() {
  await dropAbandonedDatabases();
  const tally = new Tally();
  const server = await Site.open('crash');
  try {
    await server.start();
    await server.openProgramme(1000);
    const stage = { server, people: server.people, keeper: server.keeper, build: server.builds[0].id };
    for (let round = 0; round < ROUNDS; round += 1) await tally.tried(`kill ${round + 1}`, () => crash(stage, round));
    await tally.tried('a hundred reports at once', () => manyReports(stage));
    await tally.tried('a thousand affected at once', () => manyVotes(stage));
  } finally {
    server.keepsLogs = tally.failed > 0;
    await server.close();
  }
  return tally.close();
}

process.exitCode = await main().catch(error => {
  console.error(error);
  return 1;
});
