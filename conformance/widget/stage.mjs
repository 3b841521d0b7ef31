// The chain, the server with its programme and its key, and the pages of the dapp.
import { asAdmin } from '../harness/database.mjs';
import { launchServer } from '../harness/launch.mjs';
import { signedIn } from '../harness/programme.mjs';
import { v2 } from '../evidence/stage/calls.mjs';
import { startChain } from '../evidence/stage/chain.mjs';
import { buildWorld, registryOf, unit } from '../evidence/stage/world.mjs';
import { serveDapp, startGate } from './hosts.mjs';

/** The origin of the app, which is where testers sign in with wallets. */
const APP = 'http://127.0.0.1:9';
const CHAIN = 31337;

/** The contracts and tokens that the swaps of the dapp meet. */
async function saveNetwork(run, world) {
  const { network: { id } } = await run('networkSave', {
    name: 'Stage', chainId: CHAIN, isTestnet: true, nativeSymbol: 'ETH', nativeDecimals: 18, rpcUrls: [world.url], confirmations: 2, blockTimeMs: 1000,
  });
  const { endpoints } = await run('networkTest', { id });
  if (!endpoints[0].ok) throw new Error(`the network did not pass its test: ${JSON.stringify(endpoints)}`);
  const { contracts, tokens } = registryOf(world);
  for (const { abi, ...contract } of contracts.filter(({ address }) => address === world.at.router2))
    await run('contractSave', { network: id, ...contract, abi: JSON.stringify(abi) });
  for (const token of tokens.filter(({ symbol }) => symbol === 'ONE' || symbol === 'TWO')) await run('tokenSave', { network: id, ...token });
}

const pairOf = ({ at }) => ({
  chainId: CHAIN,
  network: 'Stage',
  router: at.router2,
  tokenIn: { symbol: 'ONE', decimals: 18, address: at.one },
  tokenOut: { symbol: 'TWO', decimals: 18, address: at.two },
});

export async function openStage(stops) {
  process.env.TOUCHSTONE_WALLET_ORIGINS = APP;
  const [world, node] = await Promise.all([startWorld(stops), launchServer('touchstone', 'widget')]);
  const run = await signedIn(node.send);
  await saveNetwork(run, world);
  const server = new URL(node.url).origin;
  const gate = await startGate(server);
  stops.push(gate.stop);
  let key;
  const dapp = { server, pair: pairOf(world), key: () => key };
  const [listed, unlisted] = await Promise.all([serveDapp(dapp), serveDapp(dapp)]);
  stops.push(listed.stop, unlisted.stop);
  ({ key } = await run('widgetKeySave', { name: 'Swap page', origins: [listed.url], isOn: true, records: true }));
  return new Stage({ world, node, run, server, gate, key, dapp: listed.url, unlisted: unlisted.url });
}

async function startWorld(stops) {
  const chain = await startChain();
  stops.push(chain.stop);
  return buildWorld(chain);
}

class Stage {
  constructor(parts) {
    Object.assign(this, parts);
  }

  /** Trades against the pool, so that a swap quoted before gets less than its limit. */
  movePrice() {
    const { world } = this;
    return world.do(...v2(world, { amount: 20_000n * unit, who: world.owner }));
  }

  /** A session in the app, opened by a wallet. */
  async signIn(wallet) {
    const headers = { Origin: APP };
    const asked = await this.node.send('POST', '/functions/walletChallenge', { headers, installation: 'app', body: { family: 'evm', address: wallet.address } });
    const { message } = asked.body.result;
    const proof = { family: 'evm', address: wallet.address, message, signature: await wallet.sign(message) };
    const { status, text, body } = await this.node.send('POST', '/users', { headers, installation: 'app', body: { authData: { wallet: proof } } });
    if (status !== 200 && status !== 201) throw new Error(`the wallet cannot sign in: ${text}`);
    return async (name, params = {}) => {
      const answer = await this.node.send('POST', `/functions/${name}`, { token: body.sessionToken, body: params });
      if (answer.status !== 200) throw new Error(`${name} was answered ${answer.text}`);
      return answer.body.result;
    };
  }

  /** What a page of an origin is answered. */
  async post(operation, body, origin = this.dapp) {
    const answer = await fetch(`${this.server}/widget/v1/${operation}`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'text/plain;charset=UTF-8' },
      body: JSON.stringify({ key: this.key, installation: 'suite', ...body }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** Which of these texts, in small letters, a table of the server contains. */
  tablesWith(texts) {
    return asAdmin(async client => {
      const { rows } = await client.query(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
      );
      const found = [];
      for (const { name } of rows) {
        const all = await client.query(
          `with said as materialized (select lower(row::text) as text from ${name} as row)
          select needle from unnest($1::text[]) as needle where exists (select from said where strpos(said.text, needle) > 0)`,
          [texts]
        );
        for (const { needle } of all.rows) found.push({ table: name, text: needle });
      }
      return found;
    }, this.node.database);
  }
}
