import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, openPage } from '../stage/page-world.mjs';
import { KEYS } from '../../harness/configurations.mjs';
import { SERVER } from '../stage/stage.mjs';

const { Moralis, elsewhere } = await openPage({ start: false });

test('start says what it lacks', async () => {
  await assert.rejects(Moralis.start({ appId: 'a' }), /serverUrl is required/);
  await assert.rejects(Moralis.start({ serverUrl: SERVER }), /appId is required/);
});

test('start asks for plugins and is content with none', async () => {
  await Moralis.start({ appId: KEYS.appId, serverUrl: SERVER });
  assert.deepEqual(await Moralis.Cloud.run('getPluginSpecs'), []);
  assert.ok(elsewhere.every(request => /unpkg|moralis\.io/.test(request)), `${elsewhere}`);
});

test('the headers of the data calls pass the preflight', async () => {
  const answer = await fetch(`${SERVER}/functions/getNativeBalance`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers':
        'content-type,x-moralis-platform,x-moralis-platform-version,x-moralis-build-target',
    },
  });
  assert.ok(answer.ok);
  const allowed = answer.headers.get('access-control-allow-headers').toLowerCase();
  for (const name of ['x-moralis-platform', 'x-moralis-platform-version', 'x-moralis-build-target']) {
    assert.ok(allowed.includes(name), `${name} is not in ${allowed}`);
  }
});

test('data of blockchains is refused to strangers with a sentence the app can show', async () => {
  const told = { message: 'Sign in to ask for data of blockchains.' };
  await assert.rejects(Moralis.Web3API.account.getNativeBalance({ address: '0xabc' }), told);
  await assert.rejects(Moralis.SolanaAPI.account.balance({ address: 'So111' }), told);
  await assert.rejects(Moralis.Cloud.run('getAllERC20', {}), { code: 119 });
  const { status, body } = await ask('POST', 'functions/searchNFTs', { q: 'x', chain: 'eth' });
  assert.equal(status, 400);
  assert.equal(body.code, 141);
});
