import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, refused } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

it('a missing object is code 101 with status 404', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save();
  answered(await send('GET', `/classes/${Thing}/nosuchid00`), 404, {
    code: 101,
    error: 'Object not found.',
  });
});

it('a missing object of a missing class is code 101 too', async () => {
  answered(await send('GET', `/classes/${fresh()}/nosuchid00`), 404, {
    code: 101,
    error: 'Object not found.',
  });
});

it('the SDK sees a Parse.Error with code and message', async () => {
  const error = await refused(new Parse.Query(fresh()).get('nosuchid00'), 101);
  assert.ok(error instanceof Parse.Error);
});

it('an ordinary refusal is status 400', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 1 });
  answered(await send('POST', `/classes/${Thing}`, { body: { n: 'one' } }), 400, {
    code: 111,
    error: `schema mismatch for ${Thing}.n; expected Number but got String`,
  });
});

it('a wrong password is status 404', async () => {
  const ada = await person();
  answered(await send('POST', '/login', { body: { username: ada.username, password: 'wrong' } }), 404, {
    code: 101,
    error: 'Invalid username/password.',
  });
});

it('an unknown session token poisons a public read', async () => {
  answered(await send('GET', `/classes/${fresh()}`, { token: `r:${'0'.repeat(32)}` }), 400, {
    code: 209,
    error: 'Invalid session token',
  });
});

it('an unknown session token poisons a create', async () => {
  failedWith(
    await send('POST', `/classes/${fresh()}`, { token: `r:${'1'.repeat(32)}`, body: { n: 1 } }),
    400,
    209,
    'Invalid session token'
  );
});

it('a bad session token does not matter to a login', async () => {
  const ada = await person();
  const answer = await send('POST', '/login', {
    token: `r:${'2'.repeat(32)}`,
    body: { username: ada.username, password: ada.password },
  });
  assert.equal(answer.status, 200, answer.text);
});

it('a bad session token does not matter beside a master key', async () => {
  const answer = await send('GET', `/classes/${fresh()}`, { token: `r:${'3'.repeat(32)}`, key: 'master' });
  answered(answer, 200, { results: [] });
});

it('a prohibited keyword in the data is refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: '{"data":{"constructor":1}}' });
  failedWith(answer, 400, 105, 'Prohibited keyword in request data: {"key":"constructor"}.');
});

it('a prohibited keyword deep in the data is refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, {
    body: '{"list":[{"deeper":{"__proto__":{"x":1}}}]}',
  });
  failedWith(answer, 400, 105, 'Prohibited keyword in request data: {"key":"__proto__"}.');
});

it('a nested key with a dollar sign is refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: { data: { a: { $b: 1 } } } });
  failedWith(answer, 400, 121, "Nested keys should not contain the '$' or '.' characters");
});

it('a nested key with a dot is refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: { data: { 'a.b': 1 } } });
  failedWith(answer, 400, 121, "Nested keys should not contain the '$' or '.' characters");
});

it('an update of a missing object is not found', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save();
  failedWith(await send('PUT', `/classes/${Thing}/nosuchid00`, { body: {} }), 404, 101, 'Object not found.');
});

it('a delete of a missing object is not found', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save();
  failedWith(await send('DELETE', `/classes/${Thing}/nosuchid00`), 404, 101, 'Object not found.');
});
