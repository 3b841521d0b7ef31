// Reading functions with a request id, as the app sends them, beside the same without one.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../report.mjs';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('ids.lua', import.meta.url));
const CONNECTIONS = 8;
const SESSIONS = 200;
const ROUNDS = 5;
/** What a read with an id must reach of its throughput without one. */
const TARGET = 0.95;

const FUNCTIONS = [
  ['searchIssues', { query: 'is:open area:swap', sort: 'activity', limit: 50 }],
  ['programme', {}],
  ['myStanding', {}],
  ['issueGet', undefined],
];

async function throughput(programme, name, params, tokens, how, seconds) {
  const path = `${new URL(programme.url).pathname}/functions/${name}`;
  const { stdout } = await run('wrk', [
    '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', SCRIPT, programme.url, '--',
    how, path, JSON.stringify(params), programme.headers['X-Parse-Application-Id'], ...tokens.slice(0, SESSIONS),
  ]);
  const result = JSON.parse(/^RESULT (.*)$/m.exec(stdout)[1]);
  if (result.failed > 0 || result.requests === 0) throw new Error(`${name}: ${result.failed} of ${result.requests} calls failed`);
  return result.requests / result.seconds;
}

/** Measures each function with and without ids in turns, and gives the number of those that miss the target. */
export async function compareIds(programme, tokens, number, seconds) {
  console.log(`\n${'reading function'.padEnd(26)}${'without id'.padStart(12)}${'with id'.padStart(12)}${'share'.padStart(8)}${'target'.padStart(9)}`);
  let missed = 0;
  for (const [name, params = { number }] of FUNCTIONS) {
    const rates = { without: [], with: [] };
    await throughput(programme, name, params, tokens, 'with', 1);
    for (let round = 0; round < ROUNDS; round++) {
      const turns = round % 2 ? ['with', 'without'] : ['without', 'with'];
      for (const how of turns) rates[how].push(await throughput(programme, name, params, tokens, how, seconds));
    }
    const share = median(rates.with.map((rate, round) => rate / rates.without[round]));
    const isMet = share >= TARGET;
    if (!isMet) missed++;
    const rate = how => `${Math.round(median(rates[how]))}/s`.padStart(12);
    console.log(`${name.padEnd(26)}${rate('without')}${rate('with')}${share.toFixed(2).padStart(8)}${String(TARGET).padStart(9)}   ${isMet ? 'ok' : 'MISSED'}`);
  }
  return missed;
}
