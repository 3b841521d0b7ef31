import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts';
import { evmWallet, polkadotWallet, solanaWallet } from '../stage/keys.mjs';
import { ask, openPage, remembered } from '../stage/page-world.mjs';

const solana = solanaWallet();
const polkadot = await polkadotWallet();
const { Moralis, window, ethereum } = await openPage({ solana, injectedWeb3: polkadot.injected });
const lower = () => ethereum.address.toLowerCase();

beforeEach(async () => {
  await Moralis.User.logOut();
});

test('an EVM wallet signs in, and the same address is the same user the next time', async () => {
  const user = await Moralis.authenticate();
  assert.equal(user.get('ethAddress'), lower());
  assert.deepEqual(user.get('accounts'), [lower()]);
  assert.match(user.getSessionToken(), /^r:/);
  await Moralis.User.logOut();
  const again = await Moralis.authenticate({ signingMessage: 'Log in to the old app' });
  assert.equal(again.id, user.id);
});

test('neither signature nor signed text stay in the browser', async () => {
  await Moralis.authenticate();
  const kept = JSON.stringify(remembered(window));
  assert.ok(!kept.includes('Moralis Authentication'), kept);
  assert.ok(!/0x[0-9a-f]{130}/.test(kept), kept);
});

test('Solana and Polkadot wallets sign in', async () => {
  const sun = await Moralis.authenticate({ type: 'sol' });
  assert.equal(sun.get('solAddress'), solana.address);
  assert.deepEqual(sun.get('solAccounts'), [solana.address]);
  for (const type of ['dot', 'polkadot', 'kusama']) {
    const dot = await Moralis.authenticate({ type });
    assert.equal(dot.get('dotAddress'), polkadot.address);
    assert.notEqual(dot.id, sun.id);
  }
});

test('a wallet that declines leaves no user signed in, and nothing behind', async () => {
  const usual = ethereum.sign;
  ethereum.sign = () => Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }));
  await assert.rejects(Moralis.authenticate());
  ethereum.sign = usual;
  assert.equal(Moralis.User.current(), null);
  assert.equal((await Moralis.authenticate()).get('ethAddress'), lower());
});

test('MultiversX without a signature is refused, and the refusal says why', async () => {
  const data = await Moralis.Cloud.run('getServerTime').then(({ dateTime }) => `Moralis Authentication\n\nId: conformance:${dateTime}`);
  const id = 'erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th';
  await assert.rejects(Moralis.User.logInWith('moralisErd', { authData: { id, signature: data, data } }), error =>
    [101, 252].includes(error.code)
  );
});

test('a constant text, a text of another application and one that was used are refused', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const id = account.address.toLowerCase();
  const attempt = async data =>
    Moralis.User.logInWith('moralisEth', { authData: { id, data, signature: await account.signMessage({ message: data }) } });
  const { dateTime } = await Moralis.Cloud.run('getServerTime');
  await assert.rejects(attempt('Moralis Authentication'), { code: 101 });
  await assert.rejects(attempt(`Moralis Authentication\n\nId: other:${dateTime}`), { code: 101 });
  const good = `Moralis Authentication\n\nId: conformance:${dateTime}`;
  const signature = await account.signMessage({ message: good });
  const use = () => Moralis.User.logInWith('moralisEth', { authData: { id, data: good, signature } });
  await use();
  await Moralis.User.logOut();
  await assert.rejects(use(), { code: 101 });
});

test('a user who names another address than the signer is refused', async () => {
  const mine = privateKeyToAccount(generatePrivateKey());
  const { dateTime } = await Moralis.Cloud.run('getServerTime');
  const data = `Moralis Authentication\n\nId: conformance:${dateTime}`;
  const signature = await mine.signMessage({ message: data });
  await assert.rejects(Moralis.User.logInWith('moralisEth', { authData: { id: lower(), signature, data } }), { code: 101 });
});

test('another address is linked and unlinked, and the first that remains is the primary one', async () => {
  const first = privateKeyToAccount(generatePrivateKey());
  const second = privateKeyToAccount(generatePrivateKey());
  ethereum.accounts = [first];
  const user = await Moralis.authenticate();
  ethereum.accounts = [second];
  await Moralis.enableWeb3();
  const linked = await Moralis.link(second.address);
  assert.deepEqual([...linked.get('accounts')].sort(), [first, second].map(({ address }) => address.toLowerCase()).sort());
  assert.equal(linked.id, user.id);
  // The session of the link is in use: the old one has ended.
  assert.equal((await Moralis.User.become(linked.getSessionToken())).id, user.id);

  await Moralis.unlink(second.address.toLowerCase());
  const { body } = await ask('GET', 'users/me', undefined, { 'X-Parse-Session-Token': Moralis.User.current().getSessionToken() });
  assert.deepEqual(body.accounts, [first.address.toLowerCase()]);
  assert.equal(body.ethAddress, first.address.toLowerCase());
});

test('the last way in is not unlinked', async () => {
  ethereum.accounts = [privateKeyToAccount(generatePrivateKey())];
  await Moralis.authenticate();
  await assert.rejects(Moralis.unlink(lower()), { code: 119 });
});

test('an address of another user cannot be linked', async () => {
  const taken = privateKeyToAccount(generatePrivateKey());
  ethereum.accounts = [taken];
  await Moralis.authenticate();
  await Moralis.User.logOut();
  ethereum.accounts = [privateKeyToAccount(generatePrivateKey())];
  await Moralis.authenticate();
  ethereum.accounts = [taken];
  await Moralis.enableWeb3();
  await assert.rejects(Moralis.link(taken.address), { code: 208 });
});

test('a second wallet kept by the same person signs in beside the first', async () => {
  const other = evmWallet();
  ethereum.accounts = other.accounts;
  const one = await Moralis.authenticate();
  await Moralis.User.logOut();
  ethereum.accounts = [privateKeyToAccount(generatePrivateKey())];
  const two = await Moralis.authenticate();
  assert.notEqual(one.id, two.id);
});
