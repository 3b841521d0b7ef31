import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { contractWallet } from '../stage/chain.mjs';
import { evmWallet } from '../stage/keys.mjs';
import { ask, fresh, openPage } from '../stage/page-world.mjs';
import { CONTRACTS, NODE } from '../stage/stage.mjs';

const CHAIN = 31337;
const ethereum = evmWallet({ chain: CHAIN });
const { Moralis } = await openPage({ ethereum });
const newAccount = () => privateKeyToAccount(generatePrivateKey());
const walletOf = (owner, name = fresh('wallet')) => contractWallet({ url: NODE, ...CONTRACTS }, owner, name);

/** Signs in as our own app does, from an installation of its own. */
async function signIn(account, { chain = CHAIN, signer = account } = {}) {
  const headers = { 'X-Parse-Installation-Id': randomUUID() };
  const { body } = await ask('POST', 'functions/walletChallenge', { family: 'evm', address: account.address, chain }, headers);
  assert.ok(body.result, JSON.stringify(body));
  const { message } = body.result;
  const signature = await signer.signMessage({ message });
  const wallet = { family: 'evm', address: account.address, message, signature };
  return ask('POST', 'users', { authData: { wallet } }, headers);
}

test('a wallet that is a contract signs in with the old client', async () => {
  const wallet = await walletOf(newAccount());
  await wallet.deploy();
  ethereum.accounts = [wallet.account];
  const user = await Moralis.authenticate();
  assert.equal(user.get('ethAddress'), wallet.address.toLowerCase());
  await Moralis.User.logOut();
  assert.equal((await Moralis.authenticate()).id, user.id);
  await Moralis.User.logOut();
});

test('a wallet that does not exist yet signs in, and is the same user once it does', async () => {
  const wallet = await walletOf(newAccount());
  ethereum.accounts = [wallet.undeployed];
  const user = await Moralis.authenticate();
  await Moralis.User.logOut();
  await wallet.deploy();
  ethereum.accounts = [wallet.account];
  assert.equal((await Moralis.authenticate()).id, user.id);
  await Moralis.User.logOut();
});

test('both sign in with the text of our own app', async () => {
  const there = await walletOf(newAccount());
  await there.deploy();
  assert.equal((await signIn(there.account)).status, 201);
  const coming = await walletOf(newAccount());
  assert.equal((await signIn(coming.undeployed)).status, 201);
});

test('a signature of another user is not the contract’s', async () => {
  const wallet = await walletOf(newAccount());
  await wallet.deploy();
  const { status, body } = await signIn(wallet.account, { signer: newAccount() });
  assert.deepEqual([status, body.code], [404, 101]);
});

test('the same address on another chain is another user’s', async () => {
  const wallet = await walletOf(newAccount());
  await wallet.deploy();
  const { status, body } = await signIn(wallet.account, { chain: 1 });
  assert.deepEqual([status, body.code], [404, 101]);
});

test('a signature for one contract is not one for another of the same owner', async () => {
  const owner = newAccount();
  const [one, two] = [await walletOf(owner), await walletOf(owner)];
  await one.deploy();
  await two.deploy();
  const headers = { 'X-Parse-Installation-Id': randomUUID() };
  const { body } = await ask('POST', 'functions/walletChallenge', { family: 'evm', address: one.address, chain: CHAIN }, headers);
  const { message } = body.result;
  const wallet = { family: 'evm', address: two.address, message, signature: await owner.signMessage({ message }) };
  const answer = await ask('POST', 'users', { authData: { wallet } }, headers);
  assert.equal(answer.body.code, 101);
});
