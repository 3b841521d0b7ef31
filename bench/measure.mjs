// One measurement: a load of some seconds on one side, and what came out of it.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DATABASE_URL } from './dataset.mjs';
import { scratch } from './servers.mjs';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));

/** Puts a server under load by wrk. Any answer that is not 2xx, and any broken connection, ends the run. */
export async function overHttp(server, workload, sessions, connections, seconds) {
  const lines = sessions.map(session => Object.entries(server.headers({ session })).flat().join('\t'));
  const file = join(scratch, 'sessions');
  writeFileSync(file, lines.join('\n'));
  const before = server.cpuSeconds();
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '30s',
    '-s',
    join(here, 'load.lua'),
    server.url,
    '--',
    server.constructor.protocol,
    workload,
    new URL(server.url).pathname,
    file,
  ]);
  const cpuSeconds = server.cpuSeconds() - before;
  const line = stdout.split('\n').find(text => text.startsWith('RESULT '));
  if (!line) {
    throw new Error(`wrk said nothing that can be read:\n${stdout}`);
  }
  const result = JSON.parse(line.slice('RESULT '.length));
  if (result.refused > 0 || result.broken > 0 || result.requests === 0) {
    throw new Error(
      `${server.name}, ${workload}: ${result.refused} of ${result.requests} answers were errors and ` +
        `${result.broken} connections broke, so the figure would be worthless; ask the server by hand what it answers`
    );
  }
  return {
    rps: result.requests / result.seconds,
    p50: result.p50_ms,
    p99: result.p99_ms,
    cpuUs: (cpuSeconds * 1e6) / result.requests,
  };
}

/**
 * Runs the equivalent SQL by pgbench, which ends the run itself when a statement fails.
 *
 * Names with a colon must come as variables: pgbench looks for its own even inside quotes.
 */
export async function onDatabase(workload, user, clients, seconds) {
  const { stdout } = await run('pgbench', [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '1',
    '-T',
    String(seconds),
    '-D',
    `group={*,role:Members,${user}}`,
    '-D',
    'readers={*,role:Members}',
    '-D',
    'writers={role:Members}',
    '-f',
    join(here, 'bare', `${workload}.sql`),
    DATABASE_URL,
  ]);
  const tps = /^tps = ([\d.]+)/m.exec(stdout);
  if (!tps) {
    throw new Error(`pgbench said nothing that can be read:\n${stdout}`);
  }
  return { rps: Number(tps[1]) };
}
