import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, succeeded } from '../../harness/expectations.mjs';
import { KEYS } from '../../harness/configurations.mjs';

const { Parse, it, send, url, person } = connect(import.meta.dirname);

/** What the SDK puts on the wire: POST, text/plain, keys and the real method in the body. */
function tunnelled(path, body, options = {}) {
  return send('POST', path, {
    app: null,
    type: 'text/plain',
    body: { _ApplicationId: KEYS.appId, _ClientVersion: 'js8.6.0', _InstallationId: 'a-device', ...body },
    ...options,
  });
}

it('an object saved by the SDK is read back by the SDK', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save({ name: 'kettle', weight: 1.5 });
  const found = await new Parse.Query(Thing).get(saved.id);
  assert.equal(found.get('name'), 'kettle');
  assert.equal(found.get('weight'), 1.5);
});

it('a JSON body sent as text/plain creates an object', async () => {
  const answer = await tunnelled(`/classes/${fresh()}`, { name: 'kettle' });
  assert.deepEqual(Object.keys(succeeded(answer, 201)).sort(), ['createdAt', 'objectId']);
});

it('a body with no usual content type is still read as JSON', async () => {
  const Thing = fresh();
  const answer = await send('POST', `/classes/${Thing}`, {
    type: 'application/octet-stream',
    body: { name: 'kettle' },
  });
  const { objectId } = succeeded(answer, 201);
  assert.equal((await new Parse.Query(Thing).get(objectId)).get('name'), 'kettle');
});

it('a find tunnelled through POST takes where as an object', async () => {
  const Thing = fresh();
  await Parse.Object.saveAll([1, 2, 3].map(n => new Parse.Object(Thing, { n })));
  const answer = await tunnelled(`/classes/${Thing}`, { _method: 'GET', where: { n: { $gt: 1 } } });
  assert.equal(succeeded(answer).results.length, 2);
});

it('a plain GET takes where as JSON in the address', async () => {
  const Thing = fresh();
  await Parse.Object.saveAll([1, 2, 3].map(n => new Parse.Object(Thing, { n })));
  const answer = await send('GET', `/classes/${Thing}`, { query: { where: { n: { $gt: 1 } } } });
  assert.equal(succeeded(answer).results.length, 2);
});

it('an update and a delete are tunnelled through POST', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save({ name: 'kettle' });
  const path = `/classes/${Thing}/${saved.id}`;
  assert.deepEqual(Object.keys(succeeded(await tunnelled(path, { _method: 'PUT', name: 'pot' }))), [
    'updatedAt',
  ]);
  answered(await tunnelled(path, { _method: 'DELETE' }), 200, {});
});

it('a tunnelled method is understood in lower case', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save({ name: 'kettle' });
  const answer = await tunnelled(`/classes/${Thing}/${saved.id}`, { _method: 'get' });
  assert.equal(succeeded(answer).name, 'kettle');
});

it('URL parameters win over body parameters', async () => {
  const Thing = fresh();
  await Parse.Object.saveAll([1, 2, 3].map(n => new Parse.Object(Thing, { n })));
  const answer = await tunnelled(
    `/classes/${Thing}`,
    { _method: 'GET', limit: 3 },
    { query: { limit: 1 } }
  );
  assert.equal(succeeded(answer).results.length, 1);
});

it('a session token in the body signs the request', async () => {
  const ada = await person();
  const answer = await tunnelled('/users/me', { _method: 'GET', _SessionToken: ada.token });
  assert.equal(succeeded(answer).objectId, ada.id);
});

it('a master key in the body makes the request a master request', async () => {
  const answer = await tunnelled('/schemas', { _method: 'GET', _MasterKey: KEYS.masterKey });
  assert.ok(Array.isArray(succeeded(answer).results));
});

it('a maintenance key in the body counts like the header', {
  differs: 'Parse Server 9.10 takes the key the SDK sends for a query parameter',
}, async () => {
  const ada = await person();
  const query = new Parse.Query(Parse.User).equalTo('objectId', ada.id);
  Parse.CoreManager.set('MAINTENANCE_KEY', KEYS.maintenanceKey);
  const found = await query.find({ useMaintenanceKey: true, json: true });
  assert.equal(found.length, 1);
});

it('body keys are data when the application id is in the header', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, {
    body: { _ApplicationId: KEYS.appId, name: 'kettle' },
  });
  answered(answer, 400, { code: 105, error: 'Invalid field name: _ApplicationId.' });
});

it('the method override is honoured beside an application id header', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save({ name: 'kettle' });
  const answer = await send('POST', `/classes/${Thing}/${saved.id}`, { body: { _method: 'GET' } });
  assert.equal(succeeded(answer).name, 'kettle');
});

it('a session token in the body that is not a string is refused', async () => {
  answered(await tunnelled(`/classes/${fresh()}`, { _SessionToken: { $ne: '' } }), 403, {
    error: 'unauthorized',
  });
});

it('a master key in the body that is not a string is refused', async () => {
  answered(await tunnelled('/schemas', { _method: 'GET', _MasterKey: { $ne: '' } }), 403, {
    error: 'unauthorized',
  });
});

it('an installation id in the body that is not a string is refused', async () => {
  answered(await tunnelled(`/classes/${fresh()}`, { _InstallationId: 7 }), 403, {
    error: 'unauthorized',
  });
});

it('a request without an application id is refused', async () => {
  answered(await send('GET', `/classes/${fresh()}`, { app: null }), 403, { error: 'unauthorized' });
});

it('a request with an unknown application id is refused', async () => {
  answered(await send('GET', `/classes/${fresh()}`, { app: 'another' }), 403, {
    error: 'unauthorized',
  });
});

it('an unknown path is not found', async () => {
  assert.equal((await send('GET', '/nope')).status, 404);
});

it('an unknown path without an application id is unauthorized first', async () => {
  answered(await send('GET', '/nope', { app: null }), 403, { error: 'unauthorized' });
});

it('an unsupported method is not found', async () => {
  assert.equal((await send('PATCH', `/classes/${fresh()}`, { body: {} })).status, 404);
});

it('paths are matched whatever their case and with a trailing slash', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ name: 'kettle' });
  for (const path of [`/CLASSES/${Thing}`, `/classes/${Thing}/`]) {
    assert.equal(succeeded(await send('GET', path)).results.length, 1);
  }
});

it('a double slash after the mount is forgiven', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ name: 'kettle' });
  assert.equal(succeeded(await send('GET', `//classes/${Thing}`)).results.length, 1);
});

it('answers are JSON in UTF-8', async () => {
  const answer = await send('GET', `/classes/${fresh()}`);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
});

it('a created object has a Location below the server address', async () => {
  const Thing = fresh();
  const answer = await send('POST', `/classes/${Thing}`, { body: {} });
  const { objectId } = succeeded(answer, 201);
  assert.equal(answer.headers.get('location'), `${url}/classes/${Thing}/${objectId}`);
});

it('a created user has its Location below users', async () => {
  const answer = await send('POST', '/users', { body: { username: fresh('u'), password: 'p' } });
  const { objectId } = succeeded(answer, 201);
  assert.equal(answer.headers.get('location'), `${url}/users/${objectId}`);
});

it('every answer carries the CORS headers', async () => {
  for (const answer of [await send('GET', `/classes/${fresh()}`), await send('GET', '/x', { app: null })]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('access-control-allow-methods'), 'GET,PUT,POST,DELETE,OPTIONS');
    assert.equal(
      answer.headers.get('access-control-expose-headers'),
      'X-Parse-Job-Status-Id, X-Parse-Push-Status-Id'
    );
    assert.match(answer.headers.get('access-control-allow-headers'), /X-Parse-Session-Token/);
  }
});

it('a preflight is answered with OK and needs no keys', async () => {
  const answer = await send('OPTIONS', `/classes/${fresh()}`, { app: null });
  assert.equal(answer.status, 200);
  assert.equal(answer.text, 'OK');
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
});

it('basic authentication carries the application id and the master key', async () => {
  const credentials = Buffer.from(`${KEYS.appId}:${KEYS.masterKey}`).toString('base64');
  const answer = await send('GET', '/schemas', {
    app: null,
    headers: { Authorization: `Basic ${credentials}` },
  });
  assert.ok(Array.isArray(succeeded(answer).results));
});

it('a body that is not JSON is refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: '{"name":' });
  assert.equal(answer.status, 400);
  assert.equal(typeof answer.body.error, 'string');
});

it('a class may be addressed through its alias', async () => {
  const ada = await person();
  const byAlias = succeeded(await send('GET', `/users/${ada.id}`, { token: ada.token }));
  const byClass = succeeded(await send('GET', `/classes/_User/${ada.id}`, { token: ada.token }));
  assert.equal(byAlias.username, ada.username);
  assert.equal(byClass.username, ada.username);
});

it('an unknown parameter of a find is refused', async () => {
  failedWith(
    await send('GET', `/classes/${fresh()}`, { query: { colour: 'red' } }),
    400,
    102,
    'Invalid parameter for query: colour'
  );
});

it('an unknown parameter of a get is refused in other words', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save();
  failedWith(
    await send('GET', `/classes/${Thing}/${saved.id}`, { query: { colour: 'red' } }),
    400,
    102,
    'Improper encode of parameter'
  );
});

it('a where that is not JSON is refused', async () => {
  failedWith(
    await send('GET', `/classes/${fresh()}`, { query: { where: '{"n":' } }),
    400,
    107
  );
});

it('a body larger than twenty megabytes is refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: { text: 'x'.repeat(21 * 1024 * 1024) } });
  answered(answer, 413, { error: 'request entity too large' });
});

it('what older clients put into the body is left out of the data', async () => {
  const answer = await tunnelled('/functions/echo', { _noBody: true, _RevocableSession: '1', a: 1 });
  answered(answer, 200, { result: { a: 1 } });
});

it('a method override in a header is ignored', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, {
    body: { n: 1 },
    headers: { 'X-HTTP-Method-Override': 'GET' },
  });
  succeeded(answer, 201);
});

it('a request that comes again with its id is done once', { differs: 'Parse Server has this switched off' }, async () => {
  const Thing = fresh();
  for (let time = 0; time < 2; time += 1) {
    succeeded(
      await send('POST', `/classes/${Thing}`, { body: {}, headers: { 'X-Parse-Request-Id': 'the-same' } }),
      201
    );
  }
  assert.equal(await new Parse.Query(Thing).count(), 1);
});

it('a context in the body that is no object is refused', async () => {
  answered(await tunnelled('/functions/contextEcho', { _context: 7 }), 400, {
    code: 107,
    error: 'Invalid object for context.',
  });
});
