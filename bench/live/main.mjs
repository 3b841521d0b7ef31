// Ten thousand subscribers of live queries on one node, and the same on Parse Server; `just live-load`.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from '../../conformance/harness/database.mjs';
import pg from '../../conformance/node_modules/pg/lib/index.js';
import { startParseServer, startTouchstone } from '../servers.mjs';
import { LIVE, measureCreate } from './create.mjs';
import { CLASS } from './load.mjs';
import { createClass, measure } from './measure.mjs';
import { figures, judge, line, overNodes, ratios, save } from './report.mjs';
import { SCENARIOS, SIDES, quick } from './scenarios.mjs';

const CREATE = 'create live';
const NAMES = [...SCENARIOS.map(({ name }) => name), CREATE];
const PORTS = { ours: 13374, parse_server: 13375 };
/** At most a third. */
const CREATE_LOSS = 0.333;

const HELP = `bench/live/main.mjs [options]

  --quick            500 sockets for some seconds: whether it works, not how well
  --only a,b         these scenarios alone: ${NAMES.join(', ')}
  --sides a,b        these servers alone: ${SIDES.join(', ')}
  --set NAME=VALUE   a Touchstone setting that differs from its default; may be given several times

Only a full run with default settings writes bench/live.json.
`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: NAMES.join(',') },
    sides: { type: 'string', default: SIDES.join(',') },
    set: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const [only, sides] = [values.only.split(','), values.sides.split(',')];
const wrong = [...only.filter(name => !NAMES.includes(name)), ...sides.filter(side => !SIDES.includes(side))];
if (wrong.length > 0) {
  console.error(`there is no ${wrong.join(', ')}\n${HELP}`);
  process.exit(2);
}
const isFull = !values.quick && values.set.length === 0 && only.length === NAMES.length && sides.length === SIDES.length;

const START = {
  // Sockets are counted apart from connections once they are open, but all of them come at once.
  ours: url => startTouchstone(PORTS.ours, url, [`live_query_class_names=${CLASS},${LIVE}`, 'max_connections=20000', ...values.set]),
  parse_server: url => startParseServer(PORTS.parse_server, { databaseURI: url, liveQuery: { classNames: [CLASS] }, startLiveQueryServer: true }),
};

/** Runs work with a server on a database of its own; every scenario begins with a fresh process. */
async function onServer(side, work) {
  const name = databaseName(`live_${side}`);
  await createDatabase(name);
  const database = new pg.Client({ connectionString: databaseUrl(name) });
  let server;
  try {
    await database.connect();
    server = await START[side](databaseUrl(name));
    return await work(server, database);
  } finally {
    await server?.stop();
    await database.end();
    await dropDatabase(name);
  }
}

async function run(scenario) {
  console.log(`\n${scenario.name}`);
  const found = {};
  for (const side of sides.filter(side => scenario[side])) {
    found[side] = figures(
      await onServer(side, async (server, database) => {
        await createClass(server);
        return measure(server, database, scenario[side], values.quick ? 1 : 10);
      })
    );
    console.log(line(side, found[side]));
  }
  const measured = new Date().toISOString().slice(0, 16) + 'Z';
  const { ours, parse_server: theirs } = found;
  const entry = { scenario: scenario.name, measured, load_before: Number(loadavg()[0].toFixed(2)), ...ours };
  if (theirs) entry.parse_server = { ...theirs, ...(ours && { ratios: ratios(ours, theirs) }) };
  return entry;
}

const entries = [];
let missed = 0;
for (const scenario of SCENARIOS.filter(({ name }) => only.includes(name)).map(one => (values.quick ? quick(one) : one))) {
  const entry = await run(scenario);
  entries.push(entry);
  if (entry.messages < entry.messages_expected) {
    missed += 1;
    console.log(`MISSED  ${scenario.name}: ${entry.messages_expected - entry.messages} messages never came`);
  }
  if (entry.sockets && !values.quick) missed += judge(scenario.name, entry, scenario.at_most);
}
const [first] = entries;
if (first?.scenario === 'one query' && first.sockets) overNodes(first).forEach(text => console.log(text));
if (only.includes(CREATE) && sides.includes('ours')) {
  console.log(`\n${CREATE}`);
  const length = values.quick ? { rounds: 1, seconds: 1 } : { rounds: 4, seconds: 5 };
  const entry = { scenario: CREATE, measured: new Date().toISOString().slice(0, 16) + 'Z', ...(await onServer('ours', (server, database) => measureCreate(server, database, length))) };
  entries.push(entry);
  if (!values.quick) missed += judge(CREATE, entry, { loss: CREATE_LOSS });
}
if (isFull) {
  save(entries);
  console.log('\nwritten to bench/live.json');
}
process.exit(missed === 0 ? 0 : 1);
