// What no node can tell comes from the provider; Solana from its own node; and no user gets more than their allowance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVIDER_KEY, SOLANA } from '../stage/data-sources.mjs';
import { asOperator, fresh, openPage } from '../stage/page-world.mjs';
import { WORLD } from '../stage/stage.mjs';

const { Moralis } = await openPage();
const { account, token } = Moralis.Web3API;
const { ann } = WORLD;
await Moralis.User.signUp(fresh('reader'), 'a plain long phrase');

test('the provider is asked by its paths, with the key that no client sees', async () => {
  const page = await account.getNFTs({ chain: 'eth', address: ann, limit: 1 });
  assert.deepEqual(page.asked, { method: 'GET', path: `/api/v2.2/${ann}/nft`, query: { chain: '0x1', limit: '1' }, body: '' });
  assert.ok(!JSON.stringify(page).includes(PROVIDER_KEY));
  const prices = await token.getMultipleTokenPrices({ tokens: [{ token_address: ann }] });
  assert.deepEqual(prices.asked.body, { tokens: [{ token_address: ann }] });
});

test('next() works on pages of a provider that sends no total', async () => {
  const first = await account.getNFTs({ chain: 'eth', address: ann, limit: 1 });
  assert.equal(first.total, 2);
  const second = await first.next();
  assert.deepEqual([second.result[0].token_id, second.next], ['1', undefined]);
});

test('a chain without a node here is the provider’s, and its refusals are passed on', async () => {
  const { asked } = await account.getNativeBalance({ chain: 'polygon', address: ann });
  assert.deepEqual([asked.path, asked.query], [`/api/v2.2/${ann}/balance`, { chain: '0x89' }]);
  await assert.rejects(token.getNFTTrades({ address: ann }), /refused: marketplace is not supported/);
  await assert.rejects(Moralis.SolanaAPI.token.getTokenPrice({ address: SOLANA.coin }), /chain_data_solana_provider_url/);
});

test('the oldest helpers get the forms they know', async () => {
  const run = (name, more) => Moralis.Cloud.run(name, { chain: 'Eth', address: ann, ...more });
  const bee = { balance: '5', decimals: 6, name: 'B', symbol: 'BEE', contractType: 'ERC20' };
  assert.deepEqual(await run('getAllERC20'), [bee]);
  assert.deepEqual(await run('getERC20', { symbol: 'BEE' }), bee);
  assert.equal((await run('getNFTs_old'))[0].amount, 1);
  assert.deepEqual(await run('getNFTsCount_old'), { result: 12 });
  assert.deepEqual(await run('getTransactionsCount'), { result: 34 });
  assert.deepEqual(await run('getTransactions', { order: 'desc' }), []);
  assert.deepEqual((await account.getTransactions({ address: ann })).result, []);
});

test('functions that were given up say so', async () => {
  await assert.rejects(token.searchNFTs({ q: 'x' }), /No longer available/);
  await assert.rejects(token.getNFTLowestPrice({ address: ann }), /No longer available/);
  await assert.rejects(Moralis.Web3API.storage.uploadFolder({ abi: [] }), /No longer available/);
});

test('accounts of Solana are returned with the names of their tokens', async () => {
  const { account: solana, nft } = Moralis.SolanaAPI;
  const address = SOLANA.owner;
  const balance = { solana: '2.500000001', lamports: '2500000001' };
  assert.deepEqual(await solana.balance({ address }), balance);
  const tokens = [
    { associatedTokenAddress: SOLANA.accounts[0], mint: SOLANA.coin, name: 'Coin', symbol: 'CN', amount: '1.5', amountRaw: '1500000', decimals: 6 },
    { associatedTokenAddress: SOLANA.accounts[2], mint: SOLANA.own, name: 'Own', symbol: 'OWN', amount: '7', amountRaw: '7', decimals: 0 },
  ];
  const nfts = [{ associatedTokenAddress: SOLANA.accounts[1], mint: SOLANA.thing, name: 'Thing #1', symbol: 'TH' }];
  assert.deepEqual(await solana.getSPL({ address }), tokens);
  assert.deepEqual(await solana.getNFTs({ address }), nfts);
  assert.deepEqual(await solana.getPortfolio({ address }), { nativeBalance: balance, nfts, tokens });
  const { mint, name, metaplex } = await nft.getNFTMetadata({ address: SOLANA.thing });
  assert.deepEqual([mint, name, metaplex.masterEdition, metaplex.sellerFeeBasisPoints, metaplex.isMutable], [SOLANA.thing, 'Thing #1', true, 500, true]);
  await assert.rejects(solana.balance({ address: 'no' }), /base 58/);
  await assert.rejects(solana.balance({ address: SOLANA.coin }), /The node of Solana refused/);
  await assert.rejects(solana.balance({ address, network: 'devnet' }), /solana_nodes/);
});

test('an allowance ends, for its user alone, and the master key has none', async () => {
  await Moralis.User.logOut();
  await Moralis.User.signUp(fresh('greedy'), 'a plain long phrase');
  const asked = { chain: '0x7a69', from_block: '1', to_block: '2' };
  let calls = 0;
  const greedy = async () => {
    for (; calls < 1_000; calls += 1) await token.getErc20Mints(asked);
  };
  await assert.rejects(greedy(), /Too many requests to getErc20Mints API from this particular client/);
  // More on a slow machine, where part of a minute's allowance comes back meanwhile.
  assert.ok(calls >= 150, `${calls} calls`);
  assert.equal((await asOperator('POST', 'functions/getErc20Mints', asked)).status, 200);
  await Moralis.User.logOut();
  await Moralis.User.signUp(fresh('modest'), 'a plain long phrase');
  assert.ok(await token.getErc20Mints(asked));
});
