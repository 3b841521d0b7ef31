import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

async function ten() {
  const Thing = fresh();
  await Parse.Object.saveAll(Array.from({ length: 10 }, (_, n) => new Parse.Object(Thing, { n })));
  return Thing;
}

it('the default limit is the one that was set', async () => {
  const answer = await send('GET', `/classes/${await ten()}`);
  assert.equal(succeeded(answer).results.length, 3);
});

it('a limit below the largest is honoured', async () => {
  assert.equal((await new Parse.Query(await ten()).limit(4).find()).length, 4);
});

it('a limit above the largest is cut down silently', async () => {
  assert.equal((await new Parse.Query(await ten()).limit(1000).find()).length, 5);
});

it('a count is not cut down', async () => {
  assert.equal(await new Parse.Query(await ten()).count(), 10);
});

it('an id has the length that was set', async () => {
  assert.match((await new Parse.Object(fresh()).save()).id, /^[A-Za-z0-9]{16}$/);
});

it('the allowed origin is the one that was set', async () => {
  const answer = await send('GET', `/classes/${fresh()}`, { headers: { Origin: 'https://evil.example' } });
  assert.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example');
});

it('the allowed headers include the ones that were added', async () => {
  const answer = await send('OPTIONS', '/classes/Thing', { app: null });
  assert.match(answer.headers.get('access-control-allow-headers'), /X-Parse-Session-Token.*X-Extra-One, ?X-Extra-Two/);
});
