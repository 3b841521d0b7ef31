// Three PostgreSQL servers under Patroni, three etcd servers and HAProxy, all on this machine; each part can be killed,
// frozen and cut off. Nothing is acknowledged before a second server has it.
import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../harness/free-port.mjs';
import { closed, toClose } from './open.mjs';

const run = promisify(execFile);
const BIN = '/usr/lib/postgresql/15/bin';
const PATRONI = process.env.PATRONI_HOME ?? '/var/lib/touchstone/patroni4';
const NODES = [1, 2, 3];
/** The shortest lease that Patroni allows; it is how long a dead host may stand still. */
export const LEASE_MS = 20_000;

const alive = pid => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

export class Cluster {
  #folder = mkdtempSync(join(tmpdir(), 'touchstone-cluster-'));
  #children = new Map();
  #rules = [];

  static async open() {
    const cluster = new Cluster();
    toClose(cluster);
    try {
      await cluster.#furnish();
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  async #furnish() {
    const ids = await Promise.all(['-u', '-g'].map(async which => Number((await run('id', [which, 'postgres'])).stdout)));
    this.owner = ids;
    chownSync(this.#folder, ...ids);
    this.ports = { rw: await freePort(), etcd: [], peer: [], pg: [], rest: [] };
    for (const kind of ['etcd', 'peer', 'pg', 'rest']) for (const _ of NODES) this.ports[kind].push(await freePort());
    for (const node of NODES) this.startEtcd(node);
    for (const node of NODES) this.#configure(node);
    await this.until(() => this.#etcdAnswers(), 30_000, 'etcd');
    this.startNode(1);
    await this.until(async () => (await this.leader()) === 1, 60_000, 'a primary');
    this.startNode(2);
    this.startNode(3);
    this.#startBalancer();
    await this.untilWhole(90_000);
    await this.sql(1, 'create role touchstone login superuser', 'postgres');
    await this.sql(1, 'create database touchstone owner touchstone', 'postgres');
  }

  #spawn(name, file, args, environment = {}) {
    if (this.isClosed) throw new Error('the cluster was closed while it was opened');
    const output = openSync(join(this.#folder, `${name}.log`), 'a');
    const as = ['--reuid=postgres', '--regid=postgres', '--init-groups', file, ...args];
    const env = { HOME: this.#folder, PATH: `${BIN}:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin`, PYTHONPATH: PATRONI, ...environment };
    const child = spawn('setpriv', as, { cwd: this.#folder, env, stdio: ['ignore', output, output] });
    child.on('error', () => {});
    this.#children.set(name, child);
  }

  startEtcd(node) {
    const [client, peer] = [this.ports.etcd[node - 1], this.ports.peer[node - 1]].map(port => `http://127.0.0.1:${port}`);
    const all = NODES.map(other => `e${other}=http://127.0.0.1:${this.ports.peer[other - 1]}`).join(',');
    this.#spawn(`etcd${node}`, 'etcd', [
      '--name', `e${node}`, '--data-dir', join(this.#folder, `etcd${node}`), '--logger', 'zap', '--log-level', 'error', '--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer,
      '--listen-client-urls', client, '--advertise-client-urls', client, '--initial-cluster', all, '--initial-cluster-state', 'new', '--initial-cluster-token', 'faults',
      '--heartbeat-interval', '100', '--election-timeout', '1000',
    ]);
  }

  async #etcdAnswers() {
    const healthy = await Promise.all(this.ports.etcd.map(port => fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(500) }).then(answer => answer.ok, () => false)));
    return healthy.every(Boolean);
  }

  #configure(node) {
    const [port, rest] = [this.ports.pg[node - 1], this.ports.rest[node - 1]];
    const parameters = {
      max_connections: 90, shared_buffers: '64MB', wal_level: 'replica', hot_standby: 'on', wal_keep_size: '128MB', max_wal_senders: 8, max_replication_slots: 8, wal_log_hints: 'on',
      synchronous_commit: 'on', tcp_keepalives_idle: 5, tcp_keepalives_interval: 2, tcp_keepalives_count: 3, wal_receiver_timeout: '5s', wal_sender_timeout: '5s', max_locks_per_transaction: 512,
    };
    const settings = {
      scope: 'faults', namespace: '/svc/', name: `n${node}`,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      etcd3: { hosts: this.ports.etcd.map(one => `127.0.0.1:${one}`) },
      bootstrap: {
        dcs: {
          ttl: LEASE_MS / 1000, loop_wait: 2, retry_timeout: 3, maximum_lag_on_failover: 1_048_576, primary_start_timeout: 0, synchronous_mode: true, synchronous_mode_strict: true,
          synchronous_node_count: 1, failsafe_mode: true, postgresql: { use_pg_rewind: true, use_slots: true, parameters },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', { 'auth-host': 'trust' }, { 'auth-local': 'trust' }],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, data_dir: join(this.#folder, `pg${node}`), bin_dir: BIN, pgpass: join(this.#folder, `pgpass${node}`),
        pg_hba: ['local all all trust', 'host replication all 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 trust'],
        authentication: { superuser: { username: 'postgres', password: 'only-here' }, replication: { username: 'replicator', password: 'only-here' }, rewind: { username: 'rewinder', password: 'only-here' } },
        parameters: { unix_socket_directories: this.#folder },
      },
    };
    // JSON is YAML.
    const file = join(this.#folder, `patroni${node}.yml`);
    writeFileSync(file, JSON.stringify(settings, undefined, 1), { mode: 0o600 });
    chownSync(file, ...this.owner);
  }

  startNode(node) {
    this.#spawn(`patroni${node}`, '/usr/bin/python3', ['-m', 'patroni', join(this.#folder, `patroni${node}.yml`)]);
  }

  #startBalancer() {
    const servers = NODES.map(node => `  server n${node} 127.0.0.1:${this.ports.pg[node - 1]} check port ${this.ports.rest[node - 1]}`);
    const lines = [
      'global', '  maxconn 400', 'defaults', '  mode tcp', '  timeout connect 2s', '  timeout client 30m', '  timeout server 30m', '  timeout check 2s', '  retries 0',
      'listen rw', `  bind 127.0.0.1:${this.ports.rw}`, '  option httpchk OPTIONS /primary', '  http-check expect status 200',
      '  default-server inter 500ms fastinter 200ms rise 1 fall 2 on-marked-down shutdown-sessions', ...servers,
    ];
    writeFileSync(join(this.#folder, 'haproxy.cfg'), `${lines.join('\n')}\n`);
    this.#spawn('haproxy', 'haproxy', ['-f', join(this.#folder, 'haproxy.cfg'), '-db']);
  }

  async #says(node, path) {
    return fetch(`http://127.0.0.1:${this.ports.rest[node - 1]}/${path}`, { signal: AbortSignal.timeout(1000) }).then(answer => answer.status === 200, () => false);
  }

  /** Which node is the primary; nothing, if none is. */
  async leader() {
    for (const node of NODES) if (await this.#says(node, 'primary')) return node;
    return undefined;
  }

  async synchronous() {
    for (const node of NODES) if (await this.#says(node, 'sync')) return node;
    return undefined;
  }

  async until(holds, withinMs, what) {
    const began = performance.now();
    while (!(await holds())) {
      if (performance.now() - began > withinMs) throw new Error(`${what} is not there after ${withinMs / 1000} s; see ${this.#folder}`);
      await pause(100);
    }
    return performance.now() - began;
  }

  /** A primary, two that follow it, and one of them it waits for. */
  untilWhole(withinMs) {
    return this.until(async () => {
      const roles = await Promise.all(NODES.map(async node => [await this.#says(node, 'primary'), await this.#says(node, 'replica')]));
      return roles.filter(([is]) => is).length === 1 && roles.filter(([, is]) => is).length === 2 && (await this.synchronous()) !== undefined;
    }, withinMs, 'a whole cluster');
  }

  async sql(node, text, database = 'touchstone') {
    const client = new pg.Client({ host: '127.0.0.1', port: this.ports.pg[node - 1], user: 'postgres', database, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  postmaster(node) {
    try {
      return Number(readFileSync(join(this.#folder, `pg${node}`, 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return undefined;
    }
  }

  /** All processes of what would be one machine: Patroni, PostgreSQL and its children. */
  machine(node) {
    const postmaster = this.postmaster(node);
    const children = readdirSync('/proc').filter(name => /^\d+$/.test(name)).filter(name => {
      try {
        return Number(/\nPPid:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]) === postmaster;
      } catch {
        return false;
      }
    });
    return [this.#children.get(`patroni${node}`)?.pid, postmaster, ...children.map(Number)].filter(pid => pid && alive(pid));
  }

  signal(pids, name) {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  killMachine(node) {
    this.signal(this.machine(node), 'SIGKILL');
  }

  killEtcd(node) {
    this.signal([this.#children.get(`etcd${node}`).pid], 'SIGKILL');
  }

  /** Nothing reaches the node any more, nor comes from it; `heal` ends that. */
  async cut(node) {
    for (const port of [this.ports.pg[node - 1], this.ports.rest[node - 1]]) {
      for (const side of ['--dport', '--sport']) {
        const rule = ['INPUT', '-i', 'lo', '-p', 'tcp', side, `${port}`, '-j', 'DROP'];
        await run('iptables', ['-I', ...rule]);
        this.#rules.push(rule);
      }
    }
  }

  async heal() {
    for (const rule of this.#rules.splice(0)) await run('iptables', ['-D', ...rule]);
  }

  /** Whatever a fault that failed has left broken is fixed. */
  async startMissing() {
    await this.heal();
    for (const node of NODES) {
      this.signal(this.machine(node), 'SIGCONT');
      const isGone = name => {
        const child = this.#children.get(name);
        return child.exitCode !== null || child.signalCode !== null;
      };
      if (isGone(`etcd${node}`)) this.startEtcd(node);
      if (isGone(`patroni${node}`)) this.startNode(node);
    }
  }

  /** Where Touchstone nodes go: to the balancer, which knows the primary. */
  asDatabase() {
    const url = `postgres://touchstone@127.0.0.1:${this.ports.rw}/touchstone?target_session_attrs=read-write&connect_timeout=2`;
    return { url, watched: `postgres://touchstone@127.0.0.1:${this.ports.rw}/touchstone`, drop: async () => {} };
  }

  get folder() {
    return this.#folder;
  }

  async close() {
    this.isClosed = true;
    await this.heal().catch(() => {});
    for (const [name, child] of this.#children) if (name === 'haproxy' || name.startsWith('patroni')) this.signal([child.pid], 'SIGKILL');
    for (const node of NODES) {
      const pids = this.machine(node);
      this.signal(pids, 'SIGCONT');
      this.signal(pids, 'SIGKILL');
    }
    for (const child of this.#children.values()) this.signal([child.pid], 'SIGKILL');
    await pause(500);
    closed(this);
    if (!this.keepsLogs) rmSync(this.#folder, { recursive: true, force: true });
  }
}
