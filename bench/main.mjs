// Measures touchstone, Parse Server, PocketBase and the bare database in alternating rounds.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { DATABASE_URL, USER, createClasses, createDatabase, createOthers, createRows, settle, sql } from './dataset.mjs';
import { onDatabase, overHttp } from './measure.mjs';
import { startPocketBase } from './pocketbase.mjs';
import { check, line, row, save } from './report.mjs';
import { startParseServer, startTouchstone } from './servers.mjs';
import { CONNECTIONS, SIDES, WORKLOADS, proveRight } from './workloads.mjs';

const HELP = `bench/run [options]

  --seconds N     how long one measurement takes (5)
  --rounds N      how often each is taken; the median counts (3)
  --only a,b      these workloads alone: ${WORKLOADS.join(', ')}
  --sides a,b     these sides alone: ${SIDES.join(', ')}
  --set NAME=VALUE a Touchstone setting that differs from its default; may be given several times
  --calibrate     try connection counts instead and print what each gives
  --check         measure nothing; compare latest.json with targets.json, exit 1 if a target is missed

Only a run with all workloads, all sides and default settings writes bench/latest.json.
`;

const PORTS = { ours: 13370, parse_server: 13371, pocketbase: 13372 };
const WARM_UP_SECONDS = 1;
const TRIED_CONNECTIONS = [4, 8, 16, 32, 64];

function options() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: WORKLOADS.join(',') },
      sides: { type: 'string', default: SIDES.join(',') },
      set: { type: 'string', multiple: true, default: [] },
      calibrate: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const chosen = (name, known) => {
    const list = values[name].split(',');
    const wrong = list.find(item => !known.includes(item));
    if (wrong !== undefined) {
      throw new Error(`--${name} does not know "${wrong}"; it takes ${known.join(', ')}`);
    }
    return list;
  };
  const whole = name => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1) {
      throw new Error(`--${name} takes a whole number from 1`);
    }
    return value;
  };
  return {
    ...values,
    seconds: whole('seconds'),
    rounds: whole('rounds'),
    workloads: chosen('only', WORKLOADS),
    sides: chosen('sides', SIDES),
  };
}

/** The sides by name, each ready to take a load for some seconds. */
async function prepare({ sides, set }, servers) {
  console.log('making the database: classes by Parse Server, 300,000 rows by SQL');
  await createDatabase();
  await warnOfCompany();
  const parseServer = await startParseServer(PORTS.parse_server);
  servers.push(parseServer);
  const user = await createClasses(parseServer);
  const others = await createOthers(user.role);
  await createRows(user.id);

  const ready = {
    bare: { load: (workload, connections, seconds) => onDatabase(workload, user.id, connections, seconds) },
    parse_server: overServer(parseServer, [user.session, ...others.parseServer]),
  };
  if (sides.includes('ours')) {
    const touchstone = await startTouchstone(PORTS.ours, DATABASE_URL, set);
    servers.push(touchstone);
    const { sessionToken } = await touchstone.must('POST', 'login', USER);
    ready.ours = overServer(touchstone, [sessionToken, ...others.ours]);
  }
  if (sides.includes('pocketbase')) {
    console.log('copying the rows for PocketBase');
    const { server, sessions } = await startPocketBase(PORTS.pocketbase, servers);
    ready.pocketbase = overServer(server, sessions);
  }
  return ready;
}

/** Whatever else takes the machine's time is not in the figures, so it must be said. */
async function warnOfCompany() {
  const [load] = loadavg();
  if (load > 1) {
    console.log(`careful: other work is running here (load ${load.toFixed(1)}), so the figures will be low`);
  }
  const [{ replicas }] = await sql('select count(*)::int as replicas from pg_stat_replication');
  if (replicas > 0) {
    console.log(
      'careful: a replica follows the database and takes its share; stop it with: scripts/services replica-down'
    );
  }
}

function overServer(server, sessions) {
  return {
    prove: workload => proveRight(workload, server, sessions),
    load: (workload, connections, seconds) => overHttp(server, workload, sessions, connections, seconds),
  };
}

async function measure(side, workload, connections, seconds) {
  await side.prove?.(workload);
  await side.load(workload, connections, WARM_UP_SECONDS);
  await settle(workload);
  return side.load(workload, connections, seconds);
}

function describe({ rps, p50, p99, cpuUs }) {
  const http =
    p99 === undefined ? '' : `  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  ${cpuUs.toFixed(0)} us CPU`;
  return `${String(Math.round(rps)).padStart(6)}/s${http}`;
}

/** Neighbours in time are compared, and no side always goes first. */
async function inRounds(ready, { workloads, sides, rounds, seconds }) {
  const results = Object.fromEntries(workloads.map(name => [name, Object.fromEntries(sides.map(side => [side, []]))]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const workload of workloads) {
      for (let turn = 0; turn < sides.length; turn += 1) {
        const side = sides[(turn + round) % sides.length];
        const measured = await measure(ready[side], workload, CONNECTIONS[workload][side], seconds);
        results[workload][side].push(measured);
        console.log(`round ${round}/${rounds}  ${workload.padEnd(10)} ${side.padEnd(13)} ${describe(measured)}`);
      }
    }
  }
  return results;
}

async function calibrate(ready, { workloads, sides, seconds }) {
  for (const workload of workloads) {
    for (const side of sides) {
      for (const connections of TRIED_CONNECTIONS) {
        const measured = await measure(ready[side], workload, connections, seconds);
        console.log(
          `${workload.padEnd(10)} ${side.padEnd(13)} ${String(connections).padStart(3)} connections ${describe(measured)}`
        );
      }
    }
  }
}

async function run(chosen, servers) {
  const [load] = loadavg();
  const ready = await prepare(chosen, servers);
  if (chosen.calibrate) {
    await calibrate(ready, chosen);
    return;
  }
  const results = await inRounds(ready, chosen);
  if (chosen.sides.length < SIDES.length) {
    return;
  }
  const entries = chosen.workloads.map(workload => row(workload, results[workload]));
  console.log('');
  entries.forEach(entry => console.log(line(entry)));
  if (chosen.workloads.length === WORKLOADS.length && chosen.set.length === 0) {
    save(entries, { ...chosen, load });
    console.log('\nwritten to bench/latest.json; bench/run --check compares it with the targets');
  }
}

async function main() {
  const chosen = options();
  if (chosen.help) {
    console.log(HELP);
    return 0;
  }
  if (chosen.check) {
    return check();
  }
  const servers = [];
  try {
    await run(chosen, servers);
  } finally {
    await Promise.all(servers.map(server => server.stop()));
  }
  return 0;
}

try {
  process.exit(await main());
} catch (error) {
  console.error(`bench: ${error.message.split('\n').slice(0, 6).join('\n')}`);
  process.exit(1);
}
