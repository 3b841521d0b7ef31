// Servers that count the calls of a chain, on one database.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { launchServer } from '../harness/launch.mjs';
import { Node } from '../harness/node.mjs';
import { signedIn } from '../harness/programme.mjs';
import { CONFIGURATION } from '../evidence/registry.mjs';
import { OWN } from './chain.mjs';

const CONFIRMATIONS = 3;
const WITHIN_MS = 60_000;
const TESTER = { username: 'watch-tester', password: 'a long phrase to be watched with' };
const WALLET = '0x00000000000000000000000000000000000000aa';

/** The first server; it knows the network and its contracts, and counts nothing yet. */
export async function startServer(url, blockTimeMs = 1000) {
  const first = await launchServer('touchstone', CONFIGURATION);
  const client = new pg.Client({ connectionString: first.database });
  client.on('error', () => {});
  await client.connect();
  const run = await signedIn(first.send);
  const { network } = await run('networkSave', {
    name: 'Stage', chainId: 31337, isTestnet: true, nativeSymbol: 'ETH', nativeDecimals: 18, rpcUrls: [url], confirmations: CONFIRMATIONS, blockTimeMs,
  });
  await run('networkTest', { id: network.id });
  for (const [at, address] of OWN.entries()) {
    await run('contractSave', { network: network.id, address, name: `Router ${at + 1}`, role: 'router' });
  }
  return new Server(first, client, run, network.id);
}

export class Server {
  constructor(first, client, run, network) {
    Object.assign(this, { nodes: [first], first, client, run, network });
  }

  /** Another one, as behind a load balancer. */
  async join() {
    const node = await Node.prepare('touchstone-watch-chain-second', dirname(this.first.log), {}, { file: this.first.file, cwd: this.first.cwd });
    node.environment = { ...this.first.environment, TOUCHSTONE_LISTEN: node.environment.TOUCHSTONE_LISTEN };
    await node.start();
    this.nodes.push(node);
    return node;
  }

  query = async (text, values) => (await this.client.query(text, values)).rows;

  async position() {
    const [row] = await this.query('select block::int, first_block::int, problem from _touchstone.call_watch where network = $1', [this.network]);
    return row ?? { block: null };
  }

  count = isOn => this.run('callWatchSet', { network: this.network, isOn });

  /** Waits until all blocks up to this head are counted that have enough confirmations; no round is waited for. */
  async until(head) {
    const target = head + 1 - CONFIRMATIONS;
    const deadline = Date.now() + WITHIN_MS;
    for (;;) {
      const { block, problem } = await this.position();
      if (block !== null && block >= target) return block;
      if (Date.now() > deadline) throw new Error(`counted up to ${block} of ${target}: ${problem}`);
      await this.hurry();
      await pause(100);
    }
  }

  hurry = () => this.query('update _touchstone.call_watch set due_at = now() where due_at > now()');

  /** Has the watcher of missions read the network, for a tester with a wallet. */
  async startMission() {
    const check = { network: this.network, toRole: 'router', status: 'any' };
    const { mission } = await this.run('missionSave', {
      title: 'Swap anything on this chain', brief: '', kind: 'onchain', points: 30,
      steps: [{ id: 'swap', text: 'Swap', type: 'tx', required: true, check }],
    });
    this.mission = mission.id;
    await this.run('missionSetState', { mission: this.mission, state: 'live' });
    const { body, status, text } = await this.first.send('POST', '/users', { body: TESTER });
    if (status !== 201) throw new Error(`the tester cannot sign up: ${text}`);
    await this.query(`insert into "_EthAddress" ("objectId", "createdAt", "updatedAt", "user") values ($1, now(), now(), $2)`, [WALLET, body.objectId]);
    const tester = await signedIn(this.first.send, TESTER);
    await tester('submissionStart', { mission: this.mission });
  }

  endMission = () => this.run('missionSetState', { mission: this.mission, state: 'ended' });

  /** Waits until the watcher of missions has read up to this block. */
  async untilWatched(head) {
    const deadline = Date.now() + WITHIN_MS;
    for (;;) {
      const [row] = await this.query('select block::int from _touchstone.mission_watch where network = $1', [this.network]);
      if (row?.block >= head) return;
      if (Date.now() > deadline) throw new Error(`missions were watched up to ${row?.block} of ${head}`);
      await this.query('update _touchstone.mission_watch set due_at = now() where due_at between now() and now() + interval \'20 seconds\'');
      await pause(100);
    }
  }

  /** What was counted, by day, contract, function and kind. */
  async counted() {
    const rows = await this.query(
      `select concat_ws(' ', day, contract, selector, kind) as key, sum(calls)::int as calls, sum(failed)::int as failed
      from _touchstone.call_day group by 1 order by 1`
    );
    return Object.fromEntries(rows.map(({ key, calls, failed }) => [key, { calls, failed }]));
  }

  /** The tables that hold a text, as this one writes its rows. */
  async tablesWith(text) {
    const tables = await this.query(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', '_touchstone')`
    );
    const found = [];
    for (const { name } of tables) {
      const [{ count }] = await this.query(`select count(*)::int from ${name} t where t::text ilike $1`, [`%${text}%`]);
      if (count) found.push(name);
    }
    return { found, tables: tables.length };
  }

  logs = () => this.nodes.map(node => readFileSync(node.log, 'utf8')).join('\n');

  async stop() {
    await Promise.all(this.nodes.slice(1).map(node => node.kill()));
    await this.client.end();
  }
}
