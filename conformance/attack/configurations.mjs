// The servers the attacks are aimed at. `settings` are Touchstone's, in lower case as its documents name
// them. Each server runs the test cloud code, so that functions, rules and a provider are there to attack,
// unless it is the product.
// Those that few rows need are brief: they are stopped between rows, and keep their database.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { CACHE, redis } from './cache.mjs';
import { listen } from './listener.mjs';
import { mailbox } from './mailbox.mjs';
import { startNode } from './nodes.mjs';
import { AttackedServices } from './reach.mjs';

export const KEYS = {
  appId: 'attacked',
  masterKey: 'master-key-of-the-attacked-3f9a1c77e2',
  readOnlyMasterKey: 'read-only-key-of-the-attacked-5b0d',
  maintenanceKey: 'maintenance-key-of-the-attacked-91',
  clientKey: 'client-key-of-the-attacked-20c4',
  javascriptKey: 'javascript-key-of-the-attacked-7a',
  restApiKey: 'rest-key-of-the-attacked-e41b',
  webhookKey: 'webhook-key-of-the-attacked-66d2',
};

const THREE_KEYS = {
  application_id: KEYS.appId,
  master_key: KEYS.masterKey,
  read_only_master_key: KEYS.readOnlyMasterKey,
  maintenance_key: KEYS.maintenanceKey,
};

const PARSE = { ...THREE_KEYS, profile: 'parse', allow_client_class_creation: true };

// As an operator runs it: only a database, an application and its keys are set, and a proxy before it.
// Every caller comes from an address of its own, which the proxy tells, so that no row uses up the
// allowance of another.
// Operators come from a network of their own, which the proxy tells too: behind it no client is on this machine.
const OPERATORS = '127.0.0.1,::1,198.18.0.0/15';
const OF_OPERATORS = { master_key_ips: OPERATORS, read_only_master_key_ips: OPERATORS, maintenance_key_ips: OPERATORS };
const PRODUCT = { ...THREE_KEYS, ...OF_OPERATORS, profile: 'product', programme_access: 'open', trust_proxy: '127.0.0.1' };

// The world reaches the pages by the address of the proxy, which here is the server's own.
async function withMail({ url }) {
  const mail = await mailbox();
  return {
    settings: { smtp_url: `smtp://127.0.0.1:${mail.port}`, public_server_url: url },
    offers: { mail },
    stop: mail.stop,
  };
}

/** Everything that people are reached by. */
async function withServices({ url }) {
  const services = await AttackedServices.open();
  const settings = Object.fromEntries(Object.entries(services.settings).map(([key, value]) => [key.toLowerCase(), value]));
  return { settings: { ...settings, public_server_url: url }, offers: { services }, stop: () => services.close() };
}

/** A Redis with nothing in it, and nothing left behind. */
async function withCache() {
  redis('flushdb');
  return { settings: { redis_url: CACHE }, stop: async () => void redis('flushdb') };
}

const ROOT = join(import.meta.dirname, '../..');

/** The built app, which the rows with a browser open. */
async function withApp() {
  const folder = join(ROOT, 'web/dist');
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`there is no app in ${folder}; run just web-build`);
  return { settings: { web_root: folder } };
}

/** A node whose contracts sign everything, and whose answers are bent by `bend` before they are sent. */
function oddNode() {
  const odd = { bend: answer => answer };
  odd.server = createServer(async (request, response) => {
    const asked = JSON.parse(await new Response(request).text());
    const result = asked.method === 'eth_getCode' ? '0x60016001' : `0x1626ba7e${'0'.repeat(56)}`;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(odd.bend({ jsonrpc: '2.0', id: asked.id, result })));
  }).listen(0, '127.0.0.1');
  return odd;
}

/** A chain of its own with contract wallets on it, and two nodes that are none. */
async function withChain() {
  const { startChain } = await import('../moralis/stage/chain.mjs');
  const chain = await startChain();
  const html = createServer((_, response) => response.end('<html>nothing here</html>')).listen(0, '127.0.0.1');
  const mute = createServer(() => undefined).listen(0, '127.0.0.1');
  const odd = oddNode();
  await Promise.all([html, mute, odd.server].map(server => once(server, 'listening')));
  const urlOf = server => `http://127.0.0.1:${server.address().port}`;
  const nodes = { 31337: chain.url, 666: urlOf(html), 667: urlOf(mute), 668: urlOf(odd.server) };
  const stop = async () => {
    html.close();
    odd.server.close();
    mute.close();
    mute.closeAllConnections();
    await chain.stop();
  };
  return {
    settings: {
      wallet_chains: Object.entries(nodes).map(([id, url]) => `${id}=${url}`).join(','),
      wallet_factories: chain.contracts.factory,
    },
    offers: { chain, odd },
    stop,
  };
}

/** A node and a provider of data, whose addresses hold keys. */
async function withData() {
  const [node, provider] = [await startNode(1), await listen({ result: [] })];
  const dataKeys = { node: 'key-in-the-path-of-the-node-71c3', query: 'key-in-the-query-of-the-node-5a', provider: 'key-of-the-provider-0b9e' };
  return {
    settings: {
      chain_nodes: `1=${node.url}/v3/${dataKeys.node}?apikey=${dataKeys.query}`,
      chain_data_provider_url: provider.url,
      chain_data_provider_key: dataKeys.provider,
    },
    offers: { node, provider, dataKeys },
    stop: async () => {
      node.stop();
      provider.stop();
    },
  };
}

// Classes whose names begin so are live; pages of one origin may open sockets.
const LIVE = { live_query_class_names: 'Live.*,_User,_Session', allow_origin: 'https://app.example' };

const WALLETS = { ...PARSE, wallet_origins: 'https://app.example', legacy_wallet_texts: true };

const PRODUCT_WALLETS = { ...PRODUCT, wallet_origins: 'https://app.example', wallet_families: 'evm, solana, polkadot, multiversx', legacy_wallet_texts: true };

/** The servers of the profile product that stand for those of the profile parse. */
const IN_PRODUCT = {
  parse: 'product',
  wallets: 'product-wallets',
  'wallets-again': 'product-wallets-again',
  'wallets-strict': 'product-wallets-strict',
};

/** The server that a row asks for, or the one that stands for it in a profile. */
export function counterpart(name, profile) {
  return profile === 'product' ? (IN_PRODUCT[name] ?? name) : name;
}

export const configurations = {
  parse: { settings: PARSE },
  product: { settings: PRODUCT, isBehindProxy: true },
  'product-again': { isBrief: true, settings: PRODUCT, isBehindProxy: true, sharesDatabaseOf: 'product' },
  guessed: { isBrief: true, settings: { ...PRODUCT, master_key_ips: `${OPERATORS},198.51.100.33` }, isBehindProxy: true },
  'client-keys': {
    isBrief: true,
    settings: {
      ...PARSE,
      client_key: KEYS.clientKey,
      javascript_key: KEYS.javascriptKey,
      rest_api_key: KEYS.restApiKey,
    },
  },
  distant: {
    isBrief: true,
    settings: {
      ...PARSE,
      master_key_ips: '10.11.12.13',
      read_only_master_key_ips: '10.11.12.13',
      maintenance_key_ips: '10.11.12.13',
    },
  },
  proxied: {
    isBrief: true,
    settings: { ...PARSE, trust_proxy: '127.0.0.1', master_key_ips: '10.0.0.0/8,127.0.0.1' },
  },
  // Behind a proxy on the same machine that is not configured.
  'unnamed-proxy': { isBrief: true, settings: { ...PRODUCT, trust_proxy: '' }, isBehindProxy: true, isProxyUnnamed: true },
  // Whose budgets are used up.
  flooded: { isProduct: true, isBrief: true, settings: { ...PRODUCT, wallet_origins: 'https://app.example' }, isBehindProxy: true },
  'custom-ids': { isBrief: true, settings: { ...PARSE, allow_custom_object_id: true } },
  'short-sessions': { isBrief: true, settings: { ...PARSE, session_length: 1 } },
  protected: {
    settings: {
      ...PARSE,
      protected_fields: JSON.stringify({
        _User: { '*': ['email', 'phone'] },
        _Session: { '*': ['createdWith', 'installationId'] },
        Vault: { '*': ['secret', 'box'], 'role:keepers': [] },
      }),
    },
  },
  mail: {
    settings: { ...PRODUCT, app_name: '<b>Attacked</b> & "Co"', mail_from: 'server@attacked.example', verify_user_emails: true },
    isBehindProxy: true,
    prepare: withMail,
  },
  'mail-strict': {
    isBrief: true,
    settings: { ...PARSE, app_name: 'Strict', mail_from: 'server@attacked.example', verify_user_emails: true, prevent_login_with_unverified_email: true },
    prepare: withMail,
  },
  'closed-files': { isBrief: true, settings: { ...PARSE, file_download_by: 'users' } },
  'small-quota': { isBrief: true, settings: { ...PRODUCT, file_upload_daily_size: '100kb' }, isBehindProxy: true },
  hooks: { settings: { ...PRODUCT, webhook_key: KEYS.webhookKey, outgoing_allowed_networks: '127.0.0.0/8' }, isBehindProxy: true },
  // The same hooks, on a node that may not call its own network.
  'hooks-careful': { settings: { ...PRODUCT, webhook_key: KEYS.webhookKey }, isBehindProxy: true, sharesDatabaseOf: 'hooks' },
  lockout: { isBrief: true, settings: { ...PARSE, account_lockout_threshold: 10, account_lockout_duration: 5 } },
  // Where people may be called anything.
  web: { isBrief: true, settings: PARSE, prepare: withApp },
  // The product itself, with its own rules and functions instead of the test cloud code.
  app: { isProduct: true, settings: PRODUCT, isBehindProxy: true, prepare: withApp },
  // The product with an administrator, testers and a season.
  programme: { isProduct: true, hasAdministrator: true, settings: PRODUCT, isBehindProxy: true },
  // The same, on a machine whose own network may be called: nodes of chains are there.
  'programme-nodes': { isProduct: true, hasAdministrator: true, settings: { ...PRODUCT, outgoing_allowed_networks: '127.0.0.0/8' }, isBehindProxy: true },
  // The same, where people come with wallets.
  'programme-wallets': { isProduct: true, hasAdministrator: true, settings: { ...PRODUCT, wallet_origins: 'https://app.example' }, isBehindProxy: true },
  // The same, with ranks kept in Redis.
  'programme-cached': { isProduct: true, isBrief: true, hasAdministrator: true, settings: PRODUCT, isBehindProxy: true, prepare: withCache },
  // The same, with a mail server, devices, chats and trackers beside it, on this machine.
  reach: { isProduct: true, hasAdministrator: true, settings: { ...PRODUCT, outgoing_allowed_networks: '127.0.0.0/8', mail_from: 'server@attacked.example' }, isBehindProxy: true, prepare: withServices },
  // Another node on the same database, which may call no user on its own network.
  'reach-careful': { isProduct: true, isBrief: true, settings: { ...PRODUCT }, isBehindProxy: true, sharesDatabaseOf: 'reach' },
  // Old clients, who ask for data of chains.
  data: { isProduct: true, isBrief: true, settings: PARSE, prepare: withData },
  // Another application, and the product that is set up on its database afterwards.
  adopted: { isProduct: true, isBrief: true, settings: PARSE },
  'adopted-product': { isProduct: true, isBrief: true, settings: PRODUCT, isBehindProxy: true, sharesDatabaseOf: 'adopted' },
  wallets: { isProduct: true, settings: WALLETS, prepare: withChain },
  // Another node on the same database, which knows no chain.
  'wallets-again': { isProduct: true, isBrief: true, settings: WALLETS, sharesDatabaseOf: 'wallets' },
  'wallets-strict': { isProduct: true, isBrief: true, settings: { ...WALLETS, legacy_wallet_texts: false } },
  'product-wallets': { isProduct: true, settings: PRODUCT_WALLETS, isBehindProxy: true, prepare: withChain },
  'product-wallets-again': { isProduct: true, isBrief: true, settings: PRODUCT_WALLETS, isBehindProxy: true, sharesDatabaseOf: 'product-wallets' },
  'product-wallets-strict': { isProduct: true, isBrief: true, settings: { ...PRODUCT_WALLETS, legacy_wallet_texts: false }, isBehindProxy: true },
  live: { settings: { ...PARSE, ...LIVE } },
  'live-product': { settings: { ...PRODUCT, ...LIVE }, isBehindProxy: true },
  // Another node on the same database.
  'live-product-again': { isBrief: true, settings: { ...PRODUCT, ...LIVE }, isBehindProxy: true, sharesDatabaseOf: 'live-product' },
  // Ended and started again by the row that uses it.
  'live-storm': { isBrief: true, settings: { ...PARSE, ...LIVE } },
  'live-keys': {
    isBrief: true,
    settings: { ...PARSE, ...LIVE, client_key: KEYS.clientKey, javascript_key: KEYS.javascriptKey, rest_api_key: KEYS.restApiKey },
  },
  // Where the master key counts from another machine alone.
  'live-distant': { isBrief: true, settings: { ...PARSE, ...LIVE, master_key_ips: '10.11.12.13' } },
  loud: { isBrief: true, settings: { ...PARSE, live_query_class_names: 'Live.*', log: 'trace', log_format: 'json' } },
};
