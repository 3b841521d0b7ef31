// Whom the server asks beside anvil: a provider that wants a key, a place of descriptions, and a stand-in for a node of
// Solana, which cannot be had here as a program. Its accounts have the bytes that the programs of Solana write.
import { once } from 'node:events';
import { createServer } from 'node:http';
import bs58 from 'bs58';

export const PROVIDER_KEY = 'the-key-of-the-provider';

async function serve(answer) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { status = 200, json } = answer(request, body);
    response.statusCode = status;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(json));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** Answers as a provider does: pages without a total, and an echo of what was asked. */
export const startProvider = () =>
  serve(({ method, url, headers }, body) => {
    if (headers['x-api-key'] !== PROVIDER_KEY) return { status: 401, json: { message: 'Invalid key' } };
    const { pathname, searchParams } = new URL(url, 'http://provider');
    const asked = { method, path: pathname, query: Object.fromEntries(searchParams), body: body && JSON.parse(body) };
    if (pathname.endsWith('/nft')) {
      const page = searchParams.get('cursor') === 'second' ? 1 : 0;
      const row = { token_address: '0xaa', token_id: `${page}`, amount: '1', contract_type: 'ERC721', name: 'N', symbol: 'S', token_uri: null };
      return { json: { page, page_size: 1, cursor: page ? null : 'second', result: [row], asked } };
    }
    if (pathname.endsWith('/stats')) return { json: { nfts: '12', transactions: { total: '34' } } };
    if (pathname.endsWith('/erc20')) {
      return { json: [{ token_address: '0xbb', balance: '5', decimals: 6, name: 'B', symbol: 'BEE' }] };
    }
    if (pathname.endsWith('/trades')) return { status: 400, json: { message: 'marketplace is not supported' } };
    return { json: { result: [], page: 0, page_size: 100, cursor: '', asked } };
  });

/** Serves one description. */
export const startWeb = () =>
  serve(({ url }) => (url === '/2.json' ? { json: { name: 'Two' } } : { status: 404, json: {} }));

const key = byte => bs58.encode(Buffer.alloc(32, byte));
export const SOLANA = { owner: key(1), coin: key(2), thing: key(3), own: key(4), accounts: [key(5), key(6), key(7)] };

function metadata(mint, name, symbol, uri) {
  const text = (value, size) => {
    const bytes = Buffer.alloc(size);
    bytes.write(value);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(size);
    return Buffer.concat([length, bytes]);
  };
  return Buffer.concat([
    Buffer.of(4),
    Buffer.alloc(32, 9),
    Buffer.from(bs58.decode(mint)),
    text(name, 32),
    text(symbol, 10),
    text(uri, 200),
    Buffer.of(0xf4, 0x01, 0, 0, 1),
  ]).toString('base64');
}

const holding = (pubkey, mint, amount, decimals) => ({
  pubkey,
  account: { data: { parsed: { info: { mint, tokenAmount: { amount, decimals } } } } },
});
const mintOf = info => ({ data: { parsed: { info } } });

/** Answers JSON-RPC as a node of Solana does. */
export const startSolana = () => {
  const { owner, coin, thing, own, accounts } = SOLANA;
  // Metadata accounts are asked for by addresses that are derived from the mints, always in their order.
  let derived = [];
  const described = { [coin]: metadata(coin, 'Coin', 'CN', ''), [thing]: metadata(thing, 'Thing #1', 'TH', 'https://a.example/1') };
  return serve((_, body) => {
    const { method, params } = JSON.parse(body);
    const result = value => ({ json: { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } } });
    switch (method) {
      case 'getBalance':
        return params[0] === owner
          ? result(2_500_000_001)
          : { json: { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Invalid param: WrongSize' } } };
      case 'getTokenAccountsByOwner':
        return result(
          params[1].programId.startsWith('Tokenkeg')
            ? [holding(accounts[0], coin, '1500000', 6), holding(accounts[1], thing, '1', 0)]
            : [holding(accounts[2], own, '7', 0)]
        );
      case 'getMultipleAccounts': {
        if (params[1].encoding === 'jsonParsed') {
          const state = { name: 'Own', symbol: 'OWN' };
          const parsed = {
            [coin]: mintOf({ supply: '9000000' }),
            [thing]: mintOf({ supply: '1' }),
            [own]: mintOf({ supply: '70', extensions: [{ extension: 'tokenMetadata', state }] }),
          };
          return result(params[0].map(mint => parsed[mint] ?? null));
        }
        derived = params[0];
        // Two: the metadata and the edition of the thing. Three: the metadata of all mints.
        const data = derived.length === 2 ? [described[thing], Buffer.of(6).toString('base64')] : [described[coin], described[thing], null];
        return result(derived.map((_, place) => (data[place] ? { data: [data[place], 'base64'] } : null)));
      }
      default:
        return { json: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } } };
    }
  });
};
