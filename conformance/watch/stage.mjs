// What is watched and what watches: a server on a database behind a line that can freeze, and a Prometheus of Debian's.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Proxy } from '../faults/proxy.mjs';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from '../harness/database.mjs';
import { binary, freePort } from '../harness/launch.mjs';

export const APP_ID = 'watched';
export const PASSWORD = 'a long phrase to sign in with';
export const RULES = join(import.meta.dirname, '../../deploy/watch/rules.yml');
const READY_WITHIN_MS = 90_000;

/** Waits until `look` gives something, and gives that back. */
export async function until(what, look, withinMs = READY_WITHIN_MS) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await pause(200);
  }
}

export class Stage {
  #children = [];

  static async open({ testers }) {
    const stage = new Stage();
    stage.folder = mkdtempSync(join(tmpdir(), 'touchstone-watch-'));
    stage.database = databaseName('watch');
    await createDatabase(stage.database);
    const real = new URL(databaseUrl(stage.database));
    stage.line = await Proxy.to(Number(real.port));
    const behind = new URL(real);
    behind.port = stage.line.port;
    [stage.port, stage.metricsPort, stage.prometheusPort] = [await freePort(), await freePort(), await freePort()];
    stage.url = `http://127.0.0.1:${stage.port}/parse`;
    stage.environment = stage.#settings(behind.href);
    await stage.#fill(real.href, testers);
    await stage.#serve();
    await stage.#watch();
    return stage;
  }

  /** Settings of the shell this runs in decide nothing. */
  #settings(database) {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TOUCHSTONE_'));
    return {
      ...Object.fromEntries(own),
      TOUCHSTONE_PROFILE: 'product',
      TOUCHSTONE_DATABASE_URL: database,
      TOUCHSTONE_REDIS_URL: process.env.CONFORMANCE_REDIS_URL ?? 'redis://127.0.0.1:63799',
      TOUCHSTONE_LISTEN: `127.0.0.1:${this.port}`,
      TOUCHSTONE_SERVER_URL: this.url,
      TOUCHSTONE_METRICS_LISTEN: `127.0.0.1:${this.metricsPort}`,
      TOUCHSTONE_APPLICATION_ID: APP_ID,
      TOUCHSTONE_MASTER_KEY: randomBytes(24).toString('hex'),
      TOUCHSTONE_OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8',
      TOUCHSTONE_FILES_DIRECTORY: join(this.folder, 'files'),
      TOUCHSTONE_FILES_MAX_DISK_USE: '100',
      // Everybody comes from one address here.
      TOUCHSTONE_RATE_LIMIT_DEFAULTS: 'false',
      TOUCHSTONE_LOG: 'info',
      TOUCHSTONE_LOG_FORMAT: 'json',
    };
  }

  async #fill(url, testers) {
    const env = { ...this.environment, TOUCHSTONE_DATABASE_URL: url };
    const child = spawn(binary(false), ['demo', '--testers', String(testers), '--password-stdin'], { env, stdio: ['pipe', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', chunk => (said += chunk));
    child.stdin.end(PASSWORD);
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`touchstone demo ended with ${code}: ${said.slice(-1500)}`);
  }

  #start(file, args, env, log) {
    const output = openSync(join(this.folder, log), 'a');
    const child = spawn(file, args, { cwd: this.folder, env, stdio: ['ignore', output, output] });
    closeSync(output);
    this.#children.push(child);
    return child;
  }

  async #serve() {
    const child = this.#start(binary(false), ['serve'], this.environment, 'server.log');
    const answers = async () => child.exitCode !== null || (await fetch(`${this.url}/health`)).status === 200;
    await until('the server answers', answers);
    if (child.exitCode !== null) throw new Error(`the server ended:\n${this.log().slice(-2000)}`);
  }

  log() {
    return readFileSync(join(this.folder, 'server.log'), 'utf8');
  }

  /** Our rules with the waiting of one of them shortened, and a look every second. */
  async #watch() {
    const patient = readFileSync(RULES, 'utf8');
    const hasty = patient.replace(/(alert: TouchstoneDatabaseUnreachable\n\s+expr: .*\n\s+for: )1m/, '$13s');
    if (hasty === patient) throw new Error('TouchstoneDatabaseUnreachable waits for a minute no longer: change this suite too');
    writeFileSync(join(this.folder, 'rules.yml'), hasty);
    const scraped = { job_name: 'touchstone', scrape_timeout: '4s', static_configs: [{ targets: [`127.0.0.1:${this.metricsPort}`] }] };
    const settings = { global: { scrape_interval: '5s', scrape_timeout: '4s', evaluation_interval: '1s' }, rule_files: ['rules.yml'], scrape_configs: [scraped] };
    // JSON is YAML.
    writeFileSync(join(this.folder, 'prometheus.yml'), JSON.stringify(settings));
    const address = `127.0.0.1:${this.prometheusPort}`;
    this.prometheus = `http://${address}`;
    const data = join(this.folder, 'data');
    this.#start('prometheus', [`--config.file=prometheus.yml`, `--storage.tsdb.path=${data}`, `--web.listen-address=${address}`], process.env, 'prometheus.log');
    await until('Prometheus answers', async () => (await fetch(`${this.prometheus}/-/ready`)).ok);
  }

  /** Asks Prometheus something of its API. */
  async ask(path, parameters = {}) {
    const answer = await fetch(`${this.prometheus}/api/v1/${path}?${new URLSearchParams(parameters)}`);
    const { status, data, error } = await answer.json();
    if (status !== 'success') throw new Error(`${path} ${JSON.stringify(parameters)}: ${error}`);
    return data;
  }

  /** What the database says of the programme. */
  async counted() {
    const client = new pg.Client({ connectionString: databaseUrl(this.database) });
    await client.connect();
    try {
      const issues = await client.query('select "status", count(*)::int as count from "Issue" group by 1 order by 1');
      const testers = await client.query('select count(*)::int as count from "_User" where not coalesce("isAdmin", false)');
      return { issues: Object.fromEntries(issues.rows.map(({ status, count }) => [status, count])), testers: testers.rows[0].count };
    } finally {
      await client.end();
    }
  }

  async close() {
    for (const child of this.#children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      const gone = await Promise.race([once(child, 'close'), pause(15_000)]);
      if (!gone) child.kill('SIGKILL');
    }
    this.line?.heal();
    await this.line?.close?.();
    await dropDatabase(this.database);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
