// The stand-in opens and checks as the standards say, so that what passes it works outside.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPushEndpoint } from './push-endpoint.mjs';
import { base64url, fromBase64url, knownKeys, openMessage, vapidClaims } from './push-seal.mjs';

const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
const VAPID =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';

test('the example of RFC 8291 is opened, and no changed one', async () => {
  const keys = await knownKeys({
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  });
  const body = fromBase64url(BODY);
  assert.equal((await openMessage(body, keys)).text, 'When I grow up, I want to be a watermelon');
  const changed = Uint8Array.from(body);
  changed[100] ^= 1;
  await assert.rejects(openMessage(changed, keys));
});

test('the example of RFC 8292 is verified, and no changed one', async () => {
  const { key, claims } = await vapidClaims(VAPID);
  assert.equal(claims.aud, 'https://push.example.net');
  assert.equal(fromBase64url(key).length, 65);
  await assert.rejects(vapidClaims(VAPID.replace('i3CYb7', 'i3CYb8')));
});

test('what a service refuses is refused, with its status', async () => {
  const service = await startPushEndpoint();
  try {
    const { endpoint } = await service.subscribe('key', 'rin');
    const send = async (url, headers, body = new Uint8Array(200)) =>
      (await fetch(url, { method: 'POST', headers, body })).status;
    const good = { TTL: '60', 'Content-Encoding': 'aes128gcm', Authorization: VAPID };
    assert.equal(await send(`${service.origin}/p/${base64url([1, 2, 3])}`, good), 404);
    assert.equal(await send(endpoint, { ...good, TTL: 'soon' }), 400);
    assert.equal(await send(endpoint, { ...good, 'Content-Encoding': 'gzip' }), 400);
    assert.equal(await send(endpoint, { ...good, Topic: 'x'.repeat(33) }), 400);
    assert.equal(await send(endpoint, good, new Uint8Array(5000)), 413);
    assert.equal(await send(endpoint, { ...good, Authorization: 'none' }), 401);
    assert.equal(await send(endpoint, good), 403, 'the key is of another application');
    service.end(endpoint);
    assert.equal(await send(endpoint, good), 410);
    service.behave({ status: 429, headers: { 'Retry-After': '7' } });
    const limited = await fetch(endpoint, { method: 'POST', body: 'x' });
    assert.equal(limited.status, 429);
    assert.equal(limited.headers.get('retry-after'), '7');
    service.behave('cut before');
    await assert.rejects(fetch(endpoint, { method: 'POST', body: 'x' }));
    assert.equal(service.received.length, 0);
  } finally {
    await service.close();
  }
});
