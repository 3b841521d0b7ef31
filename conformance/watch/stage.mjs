// What is watched and what watches: a server on a database behind a line that can freeze, and a Prometheus of Debian's.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Proxy } from '../faults/proxy.mjs';
import { freePort } from '../harness/free-port.mjs';
import { runWell } from '../harness/run-to-end.mjs';
import { Site, freshDatabase } from '../harness/site.mjs';

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

export class Stage extends Site {
  #prometheus;

  async furnish({ testers }) {
    const { url, drop } = await freshDatabase('watch');
    this.line = await Proxy.to(Number(new URL(url).port));
    const behind = Object.assign(new URL(url), { port: this.line.port }).href;
    [this.metricsPort, this.prometheusPort] = [await freePort(), await freePort()];
    await super.furnish('watch', {
      database: { url: behind, watched: url, drop },
      folder: mkdtempSync(join(tmpdir(), 'touchstone-watch-')),
      settings: {
        REDIS_URL: process.env.CONFORMANCE_REDIS_URL ?? 'redis://127.0.0.1:63799',
        METRICS_LISTEN: `127.0.0.1:${this.metricsPort}`,
        APPLICATION_ID: APP_ID,
        MASTER_KEY: randomBytes(24).toString('hex'),
        OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8',
        LOG: 'info',
        LOG_FORMAT: 'json',
      },
    });
    const [{ file, environment }] = this.nodes;
    const env = { ...environment, TOUCHSTONE_DATABASE_URL: url };
    await runWell(file, ['demo', '--testers', String(testers), '--password-stdin'], { env, input: PASSWORD });
    await this.nodes[0].start();
    await this.#watch();
  }

  log() {
    return readFileSync(this.nodes[0].log, 'utf8');
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
    const output = openSync(join(this.folder, 'prometheus.log'), 'a');
    const args = ['--config.file=prometheus.yml', `--storage.tsdb.path=${data}`, `--web.listen-address=${address}`];
    this.#prometheus = spawn('prometheus', args, { cwd: this.folder, stdio: ['ignore', output, output] });
    closeSync(output);
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
    const issues = await this.sql('select "status", count(*)::int as count from "Issue" group by 1 order by 1');
    const [testers] = await this.sql('select count(*)::int as count from "_User" where not coalesce("isAdmin", false)');
    return { issues: Object.fromEntries(issues.map(({ status, count }) => [status, count])), testers: testers.count };
  }

  async close() {
    if (this.#prometheus) {
      const gone = once(this.#prometheus, 'close');
      this.#prometheus.kill('SIGKILL');
      await gone;
    }
    await Promise.all((this.nodes ?? []).map(node => node.kill()));
    this.line?.heal();
    await this.line?.close?.();
    await super.close();
  }
}
