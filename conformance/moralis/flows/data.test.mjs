// Every function that a node can answer, called by the unmodified client and compared with what the node itself says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeFunctionResult, encodeFunctionData, getAddress } from 'viem';
import { clientOf } from '../stage/chain.mjs';
import { ask, asOperator, fresh, openPage } from '../stage/page-world.mjs';
import { NODE, WORLD } from '../stage/stage.mjs';

const chain = '0x7a69';
const { Moralis } = await openPage();
const { native, account, token, resolve, defi, contract, info, utils } = Moralis.Web3API;
const { ann, ben, things, unlisted, many, calls, paid, nested, pair } = WORLD;
const [dollar, other, old] = [WORLD.token, WORLD.other, WORLD.old];
const node = clientOf(NODE);
const rpc = (method, ...params) => node.request({ method, params });
const low = text => text.toLowerCase();
const number = hex => `${BigInt(hex)}`;
const iso = seconds => new Date(Number(seconds) * 1000).toISOString();
const read = ({ address, abi }, functionName, args = []) => node.readContract({ address, abi, functionName, args });
const zeroAddress = '0x0000000000000000000000000000000000000000';
const topic = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
};
const word = address => `0x${low(address).slice(2).padStart(64, '0')}`;
/** The node's logs, the newest first. */
const logs = async filter => (await rpc('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', ...filter })).reverse();
const places = rows => rows.map(row => `${row.transaction_hash} ${row.log_index}`);
const placesOf = list => list.map(log => `${log.transactionHash} ${Number(log.logIndex)}`);

/** All pages, by the client's own next(). */
async function pages(page) {
  const all = [page];
  while (all.at(-1).next) all.push(await all.at(-1).next());
  return { count: all.length, rows: all.flatMap(({ result }) => result) };
}

await Moralis.User.signUp(fresh('reader'), 'a plain long phrase');

test('getBlock tells a block by number and by hash', async () => {
  const direct = await rpc('eth_getBlockByNumber', `0x${BigInt(paid.blockNumber).toString(16)}`, true);
  for (const block_number_or_hash of [paid.blockNumber, paid.blockHash]) {
    const block = await native.getBlock({ chain, block_number_or_hash });
    assert.equal(block.hash, direct.hash);
    assert.equal(block.number, number(direct.number));
    assert.equal(block.timestamp, iso(BigInt(direct.timestamp)));
    assert.equal(block.parent_hash, direct.parentHash);
    assert.equal(block.gas_used, number(direct.gasUsed));
    assert.equal(block.miner, low(direct.miner));
    assert.equal(block.state_root, direct.stateRoot);
    assert.equal(block.transaction_count, `${direct.transactions.length}`);
    assert.equal(block.transactions[0].hash, direct.transactions[0].hash);
    assert.equal(block.transactions[0].receipt_gas_used, `${BigInt(paid.gasUsed)}`);
    assert.equal(block.transactions[0].logs.length, paid.logs.length);
  }
});

test('getBlock says that there is no such block', async () => {
  await assert.rejects(native.getBlock({ chain, block_number_or_hash: '99999999' }), /There is no block 99999999/);
  await assert.rejects(native.getBlock({ chain, block_number_or_hash: 'soon' }), /must be the number or the hash/);
  await assert.rejects(native.getBlock({ chain }), /block_number_or_hash is required/);
});

test('getDateToBlock finds the last block of a moment', async () => {
  const direct = await rpc('eth_getBlockByNumber', `0x${BigInt(paid.blockNumber).toString(16)}`, false);
  const seconds = Number(direct.timestamp);
  for (const date of [iso(seconds), `${seconds}`]) {
    const found = await native.getDateToBlock({ chain, date });
    const made = await rpc('eth_getBlockByNumber', `0x${found.block.toString(16)}`, false);
    const after = await rpc('eth_getBlockByNumber', `0x${(found.block + 1).toString(16)}`, false);
    // Blocks of one second are many here; after the newest there is none.
    assert.ok(Number(made.timestamp) <= seconds && !(Number(after?.timestamp) <= seconds));
    assert.deepEqual([found.hash, found.timestamp], [made.hash, Number(made.timestamp)]);
  }
});

test('getTransaction and getTransactionVerbose tell a transaction with its receipt', async () => {
  const transaction_hash = paid.transactionHash;
  const direct = await rpc('eth_getTransactionByHash', transaction_hash);
  const receipt = await rpc('eth_getTransactionReceipt', transaction_hash);
  const plain = await native.getTransaction({ chain, transaction_hash });
  assert.deepEqual(
    [plain.hash, plain.nonce, plain.from_address, plain.to_address, plain.value, plain.gas, plain.input],
    [direct.hash, number(direct.nonce), low(direct.from), low(direct.to), number(direct.value), number(direct.gas), direct.input]
  );
  assert.deepEqual(
    [plain.receipt_status, plain.receipt_gas_used, plain.gas_price, plain.block_number, plain.block_hash],
    [number(receipt.status), number(receipt.gasUsed), number(receipt.effectiveGasPrice), number(direct.blockNumber), direct.blockHash]
  );
  assert.equal(plain.logs[0].topic0, topic.transfer);
  assert.equal(plain.logs[0].log_index, number(receipt.logs[0].logIndex));
  const verbose = await native.getTransactionVerbose({ chain, transaction_hash });
  assert.equal(verbose.decoded_call.signature, 'transfer(address,uint256)');
  assert.deepEqual(verbose.decoded_call.params.map(({ value }) => value), [low(ben), '1250000']);
  assert.deepEqual(verbose.logs[0].decoded_event.params.map(({ value }) => value), [low(ann), low(ben), '1250000']);
  await assert.rejects(native.getTransaction({ chain, transaction_hash: `0x${'1'.repeat(64)}` }), /no such transaction/);
});

test('getInternalTransactions tells the calls inside, as the tracer does', async () => {
  const trace = await rpc('debug_traceTransaction', nested.transactionHash, { tracer: 'callTracer' });
  const rows = await native.getInternalTransactions({ chain, transaction_hash: nested.transactionHash });
  assert.deepEqual(
    rows.map(row => [row.type, row.from, row.to, row.value, row.gas_used]),
    trace.calls.map(call => [call.type, low(call.from), low(call.to), number(call.value ?? '0x0'), number(call.gasUsed)])
  );
  assert.equal(rows[1].value, '17');
  const whole = await native.getTransaction({ chain, transaction_hash: nested.transactionHash, include: 'internal_transactions' });
  assert.deepEqual(whole.internal_transactions, rows);
});

test('getLogsByAddress tells every log once, page by page', async () => {
  const direct = await logs({ address: dollar.address });
  const { count, rows } = await pages(await native.getLogsByAddress({ chain, address: dollar.address, limit: 2 }));
  assert.ok(count > 2);
  assert.deepEqual(places(rows), placesOf(direct));
  assert.deepEqual(rows.map(({ data }) => data), direct.map(({ data }) => data));
  const some = await native.getLogsByAddress({ chain, address: dollar.address, topic0: topic.transfer, topic1: word(ann) });
  assert.deepEqual(places(some.result), placesOf(await logs({ address: dollar.address, topics: [topic.transfer, word(ann)] })));
  const one = await native.getLogsByAddress({ chain, address: dollar.address, block_number: paid.blockNumber });
  assert.equal(one.result.length, 1);
});

test('things of a contract that does not list them are found while it is young', async () => {
  const all = await pages(await token.getAllTokenIds({ chain, address: unlisted.address, limit: 1 }));
  assert.deepEqual([all.count, all.rows.map(row => JSON.parse(row.metadata).name)], [2, ['Five', 'Six']]);
  const own = await account.getNFTsForContract({ chain, address: ben, token_address: unlisted.address });
  assert.deepEqual(own.result.map(row => row.token_id), ['5']);
  assert.equal(own.result[0].owner_of, low(await read(unlisted, 'ownerOf', [5n])));
  const owners = await token.getTokenIdOwners({ chain, address: many.address, token_id: '11' });
  const held = Object.fromEntries(owners.result.map(row => [row.owner_of, row.amount]));
  assert.deepEqual(held, { [low(ann)]: '60', [low(ben)]: '40' });
});

test('a range that is too long is refused with its length, and a cursor of another with a sentence', async () => {
  // An answer of the node may take ten seconds.
  for (let mined = 0; mined < 10_600; mined += 1_060) await node.mine({ blocks: 1_060 });
  const long = native.getLogsByAddress({ chain, address: dollar.address, from_block: '0', to_block: '10560' });
  await assert.rejects(long, /The range has 10561 blocks, and at most 10000 are searched/);
  await assert.rejects(native.getLogsByAddress({ chain, address: dollar.address, cursor: 'r.0.99999.1.1.1.1' }), /at most 10000/);
  await assert.rejects(native.getLogsByAddress({ chain, address: dollar.address, cursor: 'x' }), /cursor must be/);
});

// From here on the newest blocks are empty, so that ranges are named.
const range = { from_block: '0', to_block: '499' };

test('getContractEvents decodes by the abi that is sent, and pages by offsets', async () => {
  const abi = dollar.abi.find(({ type, name }) => type === 'event' && name === 'Transfer');
  const asked = { chain, ...range, address: dollar.address, topic: 'Transfer(address,address,uint256)', abi };
  const direct = await logs({ address: dollar.address, topics: [topic.transfer] });
  const whole = await native.getContractEvents(asked);
  assert.equal(whole.total, direct.length);
  assert.equal(whole.next, undefined);
  const { rows } = await pages(await native.getContractEvents({ ...asked, limit: 2 }));
  assert.deepEqual(rows, whole.result);
  assert.deepEqual(rows.map(row => row.data.value), direct.map(({ data }) => number(data)));
  assert.deepEqual(rows.map(row => row.data.to), direct.map(({ topics }) => `0x${topics[2].slice(26)}`));
  await assert.rejects(native.getContractEvents({ ...asked, topic: topic.approval }), /abi has no event/);
});

test('runContractFunction answers what a call of the contract answers', async () => {
  const run = (function_name, params, { abi, address } = calls) =>
    native.runContractFunction({ chain, address, function_name, abi, params });
  assert.equal(await run('balanceOf', { '': ann, 0: ann }, dollar), `${await read(dollar, 'balanceOf', [ann])}`);
  assert.equal(await run('name', {}, dollar), await read(dollar, 'name'));
  assert.equal(await run('lists', {}, things), true);
  assert.equal(await run('add(uint256,uint256)', { a: '5', b: '115792089237316195423570985008687907853269984665640564039457584007913129639930' }), '115792089237316195423570985008687907853269984665640564039457584007913129639935');
  assert.equal(await run('add((uint256,int64))', { p: { x: '5', y: '-9' } }), '-4');
  const args = ['0x01020304', [1, 2, 255]];
  const data = encodeFunctionData({ abi: calls.abi, functionName: 'several', args });
  const returned = await rpc('eth_call', { to: calls.address, data }, 'latest');
  const direct = decodeFunctionResult({ abi: calls.abi, functionName: 'several', data: returned });
  const told = await run('several', { tag: args[0], numbers: args[1] });
  assert.deepEqual(told, {
    isFine: direct[0],
    who: low(direct[1]),
    2: direct[2],
    list: direct[3].map(String),
    at: { x: `${direct[4].x}`, y: `${direct[4].y}` },
  });
});

test('runContractFunction says what is wrong with a call', async () => {
  const run = (function_name, params, address = calls.address) =>
    native.runContractFunction({ chain, address, function_name, abi: calls.abi, params });
  await assert.rejects(run('fail', {}), /The contract reverted the call: because/);
  await assert.rejects(run('add(uint256,uint256)', { a: 1 }), /b is required/);
  await assert.rejects(run('add(uint256,uint256)', { a: 1, b: 'x' }), /b must be a uint256/);
  await assert.rejects(run('nope', {}), /abi has no function nope/);
  await assert.rejects(run('fail', {}, ben), /There is no contract at this address/);
});

test('balances are those of the node, now and at a block', async () => {
  const balance = await rpc('eth_getBalance', ann, 'latest');
  assert.deepEqual(await account.getNativeBalance({ chain, address: ann }), { balance: number(balance) });
  const before = await rpc('eth_getBalance', ben, `0x${(BigInt(nested.blockNumber) - 1n).toString(16)}`);
  const then = await account.getNativeBalance({ chain, address: ben, to_block: Number(nested.blockNumber) - 1 });
  assert.deepEqual(then, { balance: number(before) });
  const [all] = await account.getNativeBalancesForAddresses({ chain, wallet_addresses: [ann, ben] });
  const ofBen = await rpc('eth_getBalance', ben, 'latest');
  assert.deepEqual(all.wallet_balances.map(({ address, balance: told }) => [address, told]), [[low(ann), number(balance)], [low(ben), number(ofBen)]]);
  assert.equal(all.total_balance, `${BigInt(balance) + BigInt(ofBen)}`);
  assert.equal(all.chain_id, chain);
  await assert.rejects(account.getNativeBalance({ chain, address: 'ann' }), /address must be an address/);
});

test('getTokenBalances tells the tokens that are named, without those of which there are none', async () => {
  const token_addresses = [dollar.address, other.address, old.address];
  const rows = await account.getTokenBalances({ chain, address: ben, token_addresses });
  assert.deepEqual(
    rows.map(row => [row.token_address, row.balance, row.name, row.symbol, row.decimals]),
    [
      [low(dollar.address), `${await read(dollar, 'balanceOf', [ben])}`, 'Dollar Of Tests', 'DOT', 6],
      [low(other.address), '9', 'Other', 'OTH', 6],
    ]
  );
  const helper = await Moralis.Cloud.run('getERC20', { chain, address: ben, tokenAddress: other.address });
  assert.deepEqual(helper, { balance: '9', decimals: 6, name: 'Other', symbol: 'OTH', contractType: 'ERC20' });
});

test('getTokenMetadata knows names of both kinds, and getTokenAllowance what may be spent', async () => {
  const rows = await token.getTokenMetadata({ chain, addresses: [dollar.address, old.address] });
  assert.deepEqual(rows.map(({ name, symbol, decimals }) => [name, symbol, decimals]), [['Dollar Of Tests', 'DOT', '6'], ['Maker', 'MKR', '18']]);
  const told = await token.getTokenAllowance({ chain, address: dollar.address, owner_address: ann, spender_address: ben });
  assert.deepEqual(told, { allowance: `${await read(dollar, 'allowance', [ann, ben])}` });
});

test('transfers of tokens are those in the logs: of a wallet, of a token, and page by page', async () => {
  const of = async topics => (await logs({ topics })).filter(log => log.topics.length === 3);
  const sides = [...(await of([topic.transfer, word(ann)])), ...(await of([topic.transfer, null, word(ann)]))];
  const wallet = await pages(await account.getTokenTransfers({ chain, ...range, address: ann, limit: 2 }));
  assert.deepEqual(new Set(places(wallet.rows)), new Set(placesOf(sides)));
  assert.ok(wallet.count > 1);
  const { result } = await token.getTokenAddressTransfers({ chain, ...range, address: dollar.address });
  const direct = await logs({ address: dollar.address, topics: [topic.transfer] });
  assert.deepEqual(places(result), placesOf(direct));
  const first = result.at(-1);
  assert.deepEqual([first.from_address, first.to_address, first.value, first.value_decimal, first.token_symbol], [zeroAddress, low(ann), '5000000', '5', 'DOT']);
});

test('mints, burns, approvals and transfers are listed by contracts and wallets', async () => {
  const asked = { chain, ...range, contract_addresses: [dollar.address] };
  const at = { address: dollar.address };
  for (const [name, topics] of [
    ['getErc20Transfers', [topic.transfer]],
    ['getErc20Mints', [topic.transfer, word(zeroAddress)]],
    ['getErc20Burns', [topic.transfer, null, word(zeroAddress)]],
    ['getErc20Approvals', [topic.approval]],
  ]) {
    const { rows } = await pages(await token[name]({ ...asked, limit: 1 }));
    assert.deepEqual(places(rows), placesOf(await logs({ ...at, topics })), name);
    assert.ok(rows.length, name);
  }
  const without = await token.getErc20Transfers({ chain, ...range, wallet_addresses: [ben], exclude_contracts: [dollar.address] });
  assert.deepEqual(without.result.map(row => [row.contract_address, row.value]), [[low(other.address), '9']]);
});

test('transfers of tokens are returned row by row, batches too', async () => {
  const all = await pages(await token.getNFTTransfersFromToBlock({ chain, ...range, limit: 4 }));
  assert.equal(all.rows.length, 11);
  assert.ok(all.count === 3 && new Set(all.rows.map(row => `${row.log_index} ${row.transaction_hash} ${row.token_id}`)).size === 11);
  const batch = await pages(await token.getContractNFTTransfers({ chain, ...range, address: many.address, limit: 2 }));
  assert.deepEqual(
    batch.rows.map(row => [row.token_id, row.amount, row.transaction_type]),
    [['11', '40', 'Single'], ['14', '3', 'Batch'], ['13', '2', 'Batch'], ['12', '1', 'Batch'], ['11', '100', 'Single']]
  );
  const wallet = await account.getNFTTransfers({ chain, ...range, address: ben });
  assert.deepEqual(wallet.result.map(row => row.token_id), ['11', '5', '300']);
  const moved = (await logs({ address: unlisted.address }))[0];
  const block = await native.getNFTTransfersByBlock({ chain, block_number_or_hash: number(moved.blockNumber) });
  assert.deepEqual(places(block.result), placesOf([moved]));
  const one = await token.getWalletTokenIdTransfers({ chain, ...range, address: unlisted.address, token_id: '5' });
  assert.deepEqual(one.result.map(row => [row.from_address, row.to_address]), [[low(ann), low(ben)], [zeroAddress, low(ann)]]);
  const eleven = await token.getWalletTokenIdTransfers({ chain, ...range, address: many.address, token_id: '11', format: 'hex' });
  assert.deepEqual(eleven.result.map(row => row.token_id), ['0xb', '0xb']);
});

test('tokens are returned with their owners and descriptions', async () => {
  assert.deepEqual(await token.getNFTMetadata({ chain, address: things.address }), {
    token_address: low(things.address),
    name: 'Things',
    symbol: 'THG',
    contract_type: 'ERC721',
    synced_at: null,
  });
  const one = await token.getTokenIdMetadata({ chain, address: things.address, token_id: '1', normalizeMetadata: true });
  assert.equal(one.owner_of, low(await read(things, 'ownerOf', [1n])));
  assert.equal(one.token_uri, await read(things, 'tokenURI', [1n]));
  assert.equal(JSON.parse(one.metadata).name, 'One');
  assert.equal(one.normalized_metadata.image, 'ipfs://x');
  const two = await token.getTokenIdMetadata({ chain, address: things.address, token_id: '2' });
  assert.equal(two.metadata, '{"name":"Two"}');
  assert.deepEqual(await token.reSyncMetadata({ chain, address: things.address, token_id: '2' }), { status: 'completed' });
  const several = await token.getMultipleNFTs({
    chain,
    tokens: [{ token_address: things.address, token_id: '1' }, { token_address: many.address, token_id: '11' }],
  });
  assert.deepEqual(several.map(({ metadata, contract_type }) => [JSON.parse(metadata).name, contract_type]), [['One', 'ERC721'], ['Many', 'ERC1155']]);
  await assert.rejects(token.getTokenIdMetadata({ chain, address: things.address, token_id: '9' }), /There is no token of this number/);
  await assert.rejects(token.getNFTMetadata({ chain, address: dollar.address }), /no contract of NFTs/);
});

test('things of a contract that lists them are paged, however old it is', async () => {
  const listed = await pages(await token.getAllTokenIds({ chain, address: things.address, limit: 2 }));
  assert.deepEqual([listed.count, listed.rows.map(row => row.token_id)], [2, ['1', '2', '300']]);
  const own = await account.getNFTsForContract({ chain, address: ann, token_address: things.address });
  assert.deepEqual(own.result.map(row => [row.token_id, row.owner_of]), [['1', low(ann)], ['2', low(ann)]]);
  const owners = await token.getTokenIdOwners({ chain, address: things.address, token_id: '300' });
  assert.deepEqual(owners.result.map(row => row.owner_of), [low(ben)]);
  // The chain has grown by more blocks than may be searched.
  await assert.rejects(token.getAllTokenIds({ chain, address: unlisted.address }), /older than the 10000 blocks/);
});

test('names lead to addresses and back, and an untrue name does not', async () => {
  assert.deepEqual(await resolve.resolveENSDomain({ chain, domain: 'Ann.eth' }), { address: low(ann) });
  assert.deepEqual(await resolve.resolveAddress({ chain, address: ann }), { name: 'ann.eth' });
  await assert.rejects(resolve.resolveAddress({ chain, address: ben }), /No name is known/);
  await assert.rejects(resolve.resolveENSDomain({ chain, domain: 'unregistered.eth' }), /No address is known for unregistered.eth/);
  assert.deepEqual(await resolve.resolveDomain({ chain, domain: 'ann.crypto' }), { address: getAddress(ann) });
  await assert.rejects(resolve.resolveDomain({ chain, domain: 'ann.crypto', currency: 'btc' }), /No address is known/);
  const { status, body } = await asOperator('POST', 'functions/resolveENSDomain', { chain, domain: 'unregistered.eth' });
  assert.deepEqual([status, body.code], [404, 101]);
});

test('pairs are found at their factory, and have reserves', async () => {
  const [reserve0, reserve1] = await read(pair, 'getReserves');
  assert.deepEqual(await defi.getPairReserves({ chain, pair_address: pair.address }), { reserve0: `${reserve0}`, reserve1: `${reserve1}` });
  const asked = { chain, token0_address: dollar.address, token1_address: other.address };
  const told = await defi.getPairAddress({ ...asked, exchange: 'uniswapv2' });
  assert.equal(told.pairAddress, low(pair.address));
  assert.deepEqual([told.token0.symbol, told.token1.symbol].sort(), ['DOT', 'OTH']);
  await assert.rejects(defi.getPairAddress({ ...asked, exchange: 'nope' }), /chain_data_factories/);
});

test('what the server answers by itself', async () => {
  assert.match((await info.web3ApiVersion()).version, /^\d/);
  const weights = await info.endpointWeights();
  assert.ok(weights.some(({ endpoint, rateLimitWeight }) => endpoint === 'getBlock' && Number(rateLimitWeight) > 0));
  assert.match((await contract.syncNFTContract({ chain, address: things.address })).message, /Nothing is indexed/);
  assert.match((await utils.reviewContracts({ contracts: [] })).message, /Thank you/);
});

test('the same functions have direct paths with the bare result', async () => {
  const balance = number(await rpc('eth_getBalance', ann, 'latest'));
  const told = await asOperator('GET', `api/v2/${ann}/balance?chain=${chain}`);
  assert.deepEqual(told, { status: 200, body: { balance } });
  const list = `wallet_addresses[0]=${ann}&wallet_addresses[1]=${ben}`;
  const { body } = await asOperator('GET', `api/v2/wallets/balances?chain=${chain}&${list}`);
  assert.equal(body[0].wallet_balances.length, 2);
  const called = await asOperator('POST', `api/v2/${calls.address}/function?chain=${chain}&function_name=add(uint256,uint256)`, { abi: calls.abi, params: { a: '1', b: '2' } });
  assert.equal(called.body, '3');
  const abi = dollar.abi.find(({ type, name }) => type === 'event' && name === 'Approval');
  const events = await asOperator('POST', `api/v2/${dollar.address}/events?chain=${chain}&from_block=0&to_block=400&topic=${topic.approval}`, abi);
  assert.equal(events.body.result[0].data.value, '77');
  const session = Moralis.User.current().getSessionToken();
  const own = await ask('GET', `api/v2/${ann}/balance?chain=${chain}`, undefined, { 'X-Parse-Session-Token': session });
  assert.equal(own.body.balance, balance);
  assert.equal((await ask('GET', `api/v2/${ann}/balance?chain=${chain}`)).status, 400);
  assert.equal((await asOperator('GET', 'api/v2/nope')).status, 404);
});

test('chains that were shut down, or are unknown, are refused by name', async () => {
  const asked = chain => account.getNativeBalance({ chain, address: ann });
  await assert.rejects(asked('goerli'), /The network goerli was shut down/);
  await assert.rejects(asked('moon'), /chain must be the name of a chain/);
});
