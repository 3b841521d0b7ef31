// Explains as testers see it: a server of the product, told about the networks, is shown hashes and errors.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { databaseName, databaseUrl } from '../harness/database.mjs';
import { readFileSync } from 'node:fs';
import { launchServer } from '../harness/launch.mjs';
import { signedIn } from '../harness/programme.mjs';
import { wire } from '../harness/wire.mjs';

const SETTLED_WITHIN_MS = 30_000;
const UNSETTLED = ['queued', 'fetching'];
const TESTER = { username: 'evidence-tester', password: 'a long phrase to look things up with' };
const CONFIGURATION = 'evidence';
/** How much one tester looks up: fewer than they may in an hour. */
const LOOKS = 100;

/** A server with one network for each node, and a tester whom it trusts. */
export async function startServer({ url, registry, nodes }) {
  const server = await launchServer('touchstone', CONFIGURATION);
  const send = wire(server.url);
  const administrator = await signedIn(send);
  const [networks, tested] = [{}, {}];
  for (const [name, node] of Object.entries({ debug: { url, chainId: 31337 }, ...nodes })) {
    ({ id: networks[name], tested: tested[name] } = await network(administrator, `Stage with ${name}`, node.chainId, node.url, registry));
  }
  let count = 0;
  const tester = async () => {
    const one = { ...TESTER, username: `${TESTER.username}-${++count}` };
    const { status, text, body } = await send('POST', '/users', { body: one });
    if (status !== 201) throw new Error(`the tester cannot sign up: ${text}`);
    await administrator('userPinTrust', { user: body.objectId, level: 3 });
    return signedIn(send, one);
  };
  return Object.assign(new Reader(await tester(), networks, tester), { tested, errors: () => errorsIn(server.log) });
}

/** The lines of a log that report an error. */
const errorsIn = log => readFileSync(log, 'utf8').split('\n').filter(line => /\bERROR\b|"level":"error"/i.test(line));

/** What an administrator enters about a network: its node, which is tested, its contracts and tokens. */
async function network(run, name, chainId, url, { contracts, tokens }) {
  const saved = await run('networkSave', {
    name, chainId, isTestnet: true, nativeSymbol: 'ETH', nativeDecimals: 18, rpcUrls: [url], confirmations: 64, blockTimeMs: 1000,
  });
  const { id } = saved.network;
  const tested = await run('networkTest', { id });
  if (!tested.endpoints[0].ok) throw new Error(`${name} did not pass its test: ${JSON.stringify(tested)}`);
  for (const { abi, ...contract } of contracts) await run('contractSave', { network: id, ...contract, abi: JSON.stringify(abi) });
  for (const token of tokens) await run('tokenSave', { network: id, ...token });
  return { id, tested: tested.endpoints[0] };
}

/** What changes when the chain says something else about a transaction. */
const placeOf = ({ explanation }) => `${explanation?.chainStatus} in ${explanation?.blockHash}`;

class Reader {
  #run;
  #networks;
  #another;
  #ids = new Map();
  #looks = 0;

  constructor(run, networks, another) {
    this.#run = run;
    this.#networks = networks;
    this.#another = another;
  }

  /** Shows it and waits until something is known; with `waits`, until all of it is. */
  async look({ hash, text, quote, node = 'debug', waits = false }) {
    if (++this.#looks % LOOKS === 0) this.#run = await this.#another();
    const asked = { text: hash ?? text, network: this.#networks[node], ...(quote && { quote }) };
    const { evidence } = await this.#run('evidencePreview', asked);
    this.#ids.set(hash, evidence.id);
    const explanation = await this.#settled(evidence.id);
    if (!waits) return explanation;
    await this.#rerun(evidence.id);
    return this.#settled(evidence.id);
  }

  /** Waits until its call was made again. */
  async #rerun(id) {
    const client = new pg.Client({ connectionString: databaseUrl(databaseName(CONFIGURATION)) });
    await client.connect();
    const sql = "select from _touchstone.evidence_queue where evidence = $1 and task = 'rerun'";
    const deadline = Date.now() + SETTLED_WITHIN_MS;
    while ((await client.query(sql, [id])).rowCount) {
      if (Date.now() > deadline) throw new Error('its call was not made again');
      await pause(50);
    }
    await client.end();
  }

  /** The texts that can be copied about it. */
  copies(hash) {
    return this.#run('evidenceCopies', { id: this.#ids.get(hash) });
  }

  /** Looks again, or finds what was found by itself after so long. */
  async again(hash, { after } = {}) {
    const id = this.#ids.get(hash);
    const { evidence } = await this.#run('evidenceGet', { id });
    if (after) await this.#age(id, after);
    else await this.#run('evidenceRefresh', { id });
    return this.#settled(id, placeOf(evidence));
  }

  async #settled(id, before) {
    const deadline = Date.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const { evidence } = await this.#run('evidenceGet', { id });
      const isOld = placeOf(evidence) === before;
      if (!UNSETTLED.includes(evidence.state) && !isOld) {
        if (!evidence.explanation) throw new Error(`it is ${evidence.state}: ${evidence.reason}`);
        return evidence.explanation;
      }
      if (Date.now() > deadline) throw new Error(`it is still ${evidence.state}: ${evidence.reason}`);
      await pause(50);
    }
  }

  /** Makes what waits wait longer, and the server look at it. */
  async #age(id, after) {
    const client = new pg.Client({ connectionString: databaseUrl(databaseName(CONFIGURATION)) });
    await client.connect();
    const sql = `update _touchstone.evidence_queue set since = since - $2::interval, due_at = now() where evidence = $1`;
    await client.query(sql, [id, after]);
    await client.end();
    // Whatever is shown wakes the worker.
    await this.#run('evidencePreview', { text: `0x${'ab'.repeat(32)}`, network: this.#networks.debug });
  }

  stop() {}
}
