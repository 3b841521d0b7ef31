import assert from 'node:assert/strict';
import { KEYS } from '../../harness/configurations.mjs';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, options } = connect(import.meta.dirname);

it('the SDK gets in with its JavaScript key', async () => {
  const saved = await new Parse.Object(fresh()).save({ n: 1 });
  assert.equal((await new Parse.Query(saved.className).get(saved.id)).get('n'), 1);
});

it('a request without a client key is refused', async () => {
  answered(await send('GET', `/classes/${fresh()}`), 403, { error: 'unauthorized' });
});

it('a request with a wrong client key is refused', async () => {
  const headers = { 'X-Parse-REST-API-Key': 'not-it' };
  answered(await send('GET', `/classes/${fresh()}`, { headers }), 403, { error: 'unauthorized' });
});

for (const [header, option] of [
  ['X-Parse-REST-API-Key', 'restAPIKey'],
  ['X-Parse-Javascript-Key', 'javascriptKey'],
  ['X-Parse-Client-Key', 'clientKey'],
  ['X-Parse-Windows-Key', 'dotNetKey'],
]) {
  it(`${header} lets a request in`, async () => {
    answered(await send('GET', `/classes/${fresh()}`, { headers: { [header]: options[option] } }), 200, {
      results: [],
    });
  });
}

it('one key does not stand for another', async () => {
  const headers = { 'X-Parse-REST-API-Key': options.javascriptKey };
  answered(await send('GET', `/classes/${fresh()}`, { headers }), 403, { error: 'unauthorized' });
});

it('a JavaScript key in the body lets a request in', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, {
    app: null,
    type: 'text/plain',
    body: { _ApplicationId: KEYS.appId, _JavaScriptKey: options.javascriptKey, n: 1 },
  });
  succeeded(answer, 201);
});

it('the body without a JavaScript key is refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, {
    app: null,
    type: 'text/plain',
    body: { _ApplicationId: KEYS.appId, n: 1 },
  });
  answered(answer, 403, { error: 'unauthorized' });
});

it('a JavaScript key in basic authentication lets a request in', async () => {
  const credentials = Buffer.from(`${KEYS.appId}:javascript-key=${options.javascriptKey}`).toString('base64');
  const headers = { Authorization: `Basic ${credentials}` };
  answered(await send('GET', `/classes/${fresh()}`, { app: null, headers }), 200, { results: [] });
});

for (const key of ['master', 'readOnly', 'maintenance']) {
  it(`the ${key} key needs no client key`, async () => {
    answered(await send('GET', `/classes/${fresh()}`, { key }), 200, { results: [] });
  });
}

it('a wrong master key does not replace a client key', async () => {
  const headers = { 'X-Parse-Master-Key': 'not-it' };
  answered(await send('GET', `/classes/${fresh()}`, { headers }), 403, { error: 'unauthorized' });
});

it('health needs no client key', async () => {
  answered(await send('GET', '/health', { app: null }), 200, { status: 'ok' });
});
