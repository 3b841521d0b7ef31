// Every row of the table of notifications, triggered by its command on a running server, and what arrives where.
//
//   node main.mjs             one node, two nodes, then four kills in the middle, as in CI
//   node main.mjs --long      twenty kills
//   node main.mjs mention     rows whose titles contain a word, on one node
//   node main.mjs trackers    what passes between us and Linear and Jira
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { Arrivals, differences, lineOf } from './arrivals.mjs';
import { channelsOf, gather, passerBy } from './cast.mjs';
import { WITHOUT_KEY, killed } from './kills.mjs';
import { rows, rowsNotThere } from './row.mjs';
import { Scene, followers } from './scene.mjs';
import { Stage } from './stage.mjs';
import { trackerCases } from './tracker-cases.mjs';
import './rows/issues.mjs';
import './rows/points.mjs';
import './rows/programme.mjs';
import './rows/administration.mjs';
import './rows/limits.mjs';

const KILLS = { short: 4, long: 20 };
const ISSUES_PER_KILL = 6;
const CLOCK_MS = 75_000;

/** The judge is judged: what is planted here must be found, or a clean run would mean nothing. */
function plantedIsFound() {
  assert.deepEqual(differences(['a', 'b', 'b', 'c'], ['a', 'a', 'b', 'd']), { lost: ['b', 'c'], twice: ['a'], astray: ['d'] });
  assert.deepEqual(differences(['a'], ['a']), { lost: [], twice: [], astray: [] });
}

function expectedOf(scene, told) {
  return Object.entries(told).flatMap(([name, kinds]) => {
    const person = scene.cast[name] ?? {};
    const isOwn = name === 'rin';
    return [kinds].flat().flatMap(kind => channelsOf(person, kind, isOwn).map(channel => lineOf({ who: name, channel })));
  });
}

/** What receivers of webhooks are to get: the one that asked for everything, and those that asked for some. */
const hooksOf = (scene, types) => types.flatMap(type => scene.stage.services.receiversOf(type).map(channel => lineOf({ who: type, channel })));

class Tally {
  events = 0;
  asDesigned = 0;
  lost = 0;
  twice = 0;
  failed = 0;

  note(title, events, { lost, twice, astray }, told) {
    this.events += events;
    this.lost += lost.length;
    this.twice += twice.length;
    const wrong = [['lost', lost], ['twice', twice], ['to no user named', astray]].filter(([, lines]) => lines.length);
    if (wrong.length === 0) {
      this.asDesigned += events;
      console.log(`ok      ${title}: ${told || 'no user'}`);
      return;
    }
    this.failed += 1;
    console.log(`FAILED  ${title}`);
    for (const [word, lines] of wrong) console.log(`        ${word}: ${lines.join(', ')}`);
  }

  fail(title, error) {
    this.events += 1;
    this.failed += 1;
    console.log(`FAILED  ${title}\n${error.stack}`);
  }

  close(what) {
    console.log(`${what}: ${this.events} events, ${this.asDesigned} delivered as designed, ${this.lost} lost, ${this.twice} twice`);
  }
}

/**
 * Runs rows and compares all that has arrived anywhere with what was to arrive: one row, or those together that the
 * clock does.
 */
async function tried(rows, scene, arrivals, prepared, tally) {
  const title = rows.map(row => row.title).join('; ');
  try {
    const mark = await arrivals.mark();
    const expected = [];
    for (const row of rows) {
      await row.act(scene, prepared.get(row));
      const about = prepared.get(row);
      expected.push(...expectedOf(scene, row.told(scene, about)), ...row.lines(scene, about), ...hooksOf(scene, row.hooks));
    }
    const deadline = Date.now() + (rows[0].byClock ? CLOCK_MS : 0);
    do {
      for (const row of rows) await row.eachLook(scene);
      await arrivals.idle();
    } while (Date.now() < deadline && differences(expected, (await arrivals.since(mark)).map(lineOf)).lost.length > 0);
    const seen = (await arrivals.since(mark)).map(lineOf);
    for (const row of rows) await row.after(scene, prepared.get(row));
    tally.note(title, rows.length, differences(expected, seen), seen.sort().join(', '));
  } catch (error) {
    tally.fail(title, error);
  }
}

/** Prepares rows, and lets an hour pass. */
async function prepare(rows, scene, arrivals, prepared, tally) {
  for (const row of rows) {
    await row.prepare(scene).then(about => prepared.set(row, about), error => tally.fail(`${row.title}, before it`, error));
  }
  await arrivals.idle();
  await scene.hourPasses();
}

async function allRows(scene, arrivals, chosen, what) {
  const tally = new Tally();
  const prepared = new Map();
  await prepare(chosen.filter(row => !row.late), scene, arrivals, prepared, tally);
  for (const row of chosen.filter(row => !row.byClock)) {
    if (row.late) await prepare([row], scene, arrivals, prepared, tally);
    if (prepared.has(row)) await tried([row], scene, arrivals, prepared, tally);
  }
  const byClock = chosen.filter(row => row.byClock);
  await prepare(byClock.filter(row => row.late), scene, arrivals, prepared, tally);
  const ready = byClock.filter(row => prepared.has(row));
  if (ready.length > 0) await tried(ready, scene, arrivals, prepared, tally);
  tally.close(what);
  return tally;
}

/** What the people of an issue were to get of a command that was interrupted, by issue. */
function interruptedOf(scene, { number, asked }) {
  const told = asked ? { rin: 'info_asked' } : followers('issue_news');
  const lines = Object.entries(told).flatMap(([name, kind]) => channelsOf(scene.cast[name], kind, name === 'rin').filter(channel => channel !== 'digest').map(channel => `#${number} ${lineOf({ who: name, channel })}`));
  const types = [asked ? 'issue.info_asked' : 'issue.confirmed'];
  return [...lines, ...hooksOf(scene, types).map(line => `#${number} ${line}`)];
}

async function kills(scene, arrivals, count) {
  const sum = { messages: 0, lost: 0, twice: 0, failed: 0, at: {} };
  for (let one = 0; one < count; one += 1) {
    const numbers = [];
    await scene.anotherReporter();
    for (let issue = 0; issue < ISSUES_PER_KILL; issue += 1) numbers.push(await scene.watched());
    await arrivals.idle();
    await scene.hourPasses();
    try {
      const { expected, seen } = await killed(scene, arrivals, numbers, command => interruptedOf(scene, command));
      const lines = seen.filter(({ channel }) => channel !== 'digest').map(arrival => `#${arrival.number} ${lineOf(arrival)}`);
      const found = differences(expected, lines);
      judge(found, sum, `kill ${one + 1}`, expected.length);
    } catch (error) {
      sum.failed += 1;
      console.log(`FAILED  kill ${one + 1}\n${error.stack}`);
      if (!scene.stage.nodes[0].isUp) await scene.stage.nodes[0].start();
    }
  }
  const [{ undecided }] = await scene.stage.sql(`select count(*)::int as undecided from _touchstone.delivery where state = 'unsure'`);
  const at = Object.entries(sum.at).map(([channel, times]) => `${channel} ${times}`).join(', ');
  console.log(`${count} kills: ${sum.messages} messages, ${sum.lost} lost, ${sum.twice} twice${at && ` (${at})`}, ${undecided} undecided`);
  return sum;
}

/** One repeat is allowed for a kill, and only where the service cannot tell. */
function judge({ lost, twice, astray }, sum, title, messages) {
  sum.messages += messages;
  sum.lost += lost.length;
  sum.twice += twice.length;
  const channels = twice.map(line => line.split(' by ')[1]);
  for (const channel of channels) sum.at[channel] = (sum.at[channel] ?? 0) + 1;
  const wrong = lost.length > 0 || astray.length > 0 || twice.length > 1 || channels.some(channel => !WITHOUT_KEY.includes(channel));
  if (wrong) sum.failed += 1;
  const told = [['lost', lost], ['twice', twice], ['to no user named', astray]].filter(([, lines]) => lines.length).map(([word, lines]) => `${word}: ${lines.join(', ')}`);
  console.log(`${wrong ? 'FAILED ' : 'ok     '} ${title}: ${messages} messages; ${told.join('; ') || 'each of them once'}`);
}

async function main() {
  const { values, positionals } = parseArgs({ options: { long: { type: 'boolean', default: false } }, allowPositionals: true });
  const isTrackers = positionals[0] === 'trackers';
  const chosen = isTrackers ? [] : rows().filter(({ title }) => positionals.every(word => title.includes(word)));
  if (!isTrackers && chosen.length === 0) throw new Error(`no row is about ${positionals}; there are: ${rows().map(({ title }) => title).join('; ')}`);
  const began = performance.now();
  plantedIsFound();
  await dropAbandonedDatabases();
  const stage = await Stage.open();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stage.close().finally(() => process.exit(130)));
  let [passed, failed] = [0, 0];
  const stops = [];
  const count = ({ asDesigned = 0, failed: wrong }) => ([passed, failed] = [passed + asDesigned, failed + wrong]);
  try {
    const cast = await gather(stage);
    const scene = new Scene(stage, cast);
    scene.passerBy = async traits => {
      const person = await passerBy(stage, traits);
      scene.passersBy.push(person.id);
      scene.arrivals.know(person, person.id);
      return person;
    };
    const arrivals = new Arrivals(stage, cast);
    scene.arrivals = arrivals;
    scene.stops = stops;
    scene.settled = () => arrivals.idle();
    await stage.services.hook(scene);
    console.log(`one node, ${stage.services.names.join(', ')}: up after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    if (!isTrackers) count(await allRows(scene, arrivals, chosen, 'one node'));
    if (isTrackers || positionals.length === 0) {
      await scene.anotherReporter();
      count(await trackerCases(scene));
      await arrivals.idle();
      await scene.hourPasses();
    }
    if (positionals.length === 0) {
      await stage.nodes[1].start();
      await scene.anotherReporter();
      count(await allRows(scene, arrivals, chosen.filter(row => !row.byClock || values.long), 'two nodes'));
      await stage.nodes[1].end();
      const sum = await kills(scene, arrivals, KILLS[values.long ? 'long' : 'short']);
      count({ asDesigned: KILLS[values.long ? 'long' : 'short'] - sum.failed, failed: sum.failed });
    }
    const leaked = stage.secretsInLogs();
    if (leaked.length) count({ failed: leaked.length }), console.log(`FAILED  secrets in the log: ${leaked.join(', ')}`);
    else count({ asDesigned: 1, failed: 0 }), console.log('ok      no secret in a log');
    for (const node of stage.up) node.look();
    for (const { title, command } of rowsNotThere()) console.log(`not there  ${title}: no command ${command} yet`);
  } finally {
    stage.keepsLogs = failed > 0;
    if (failed > 0) console.log(`logs are in ${stage.folder}`);
    for (const stop of stops) stop();
    await stage.close();
  }
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const code = await main().catch(error => {
  console.error(error);
  return 1;
});
// Sockets to services that were cut off must not keep the run from ending.
process.exit(code);
