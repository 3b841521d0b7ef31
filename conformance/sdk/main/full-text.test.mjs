import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { sameMembers, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

async function documents(...values) {
  const Thing = fresh();
  await Parse.Object.saveAll(values.map(s => new Parse.Object(Thing, { s })));
  return { query: () => new Parse.Query(Thing), ask: $text => send('GET', `/classes/${Thing}`, { query: { where: { s: { $text } } } }) };
}

async function found(query) {
  return (await query.find()).map(object => object.get('s'));
}

it('a language is honoured', async () => {
  const { query } = await documents('los gatos', 'los perros');
  sameMembers(await found(query().fullText('s', 'gato', { language: 'spanish' })), ['los gatos']);
});

it('a language may be named by its code', {
  differs: 'Parse Server on PostgreSQL knows configuration names alone',
}, async () => {
  const { query } = await documents('los gatos', 'los perros');
  sameMembers(await found(query().fullText('s', 'gato', { language: 'es' })), ['los gatos']);
});

it('results are sorted by their score and carry it', async () => {
  const { query } = await documents('coffee', 'coffee coffee coffee', 'tea');
  const results = await query().fullText('s', 'coffee').sortByTextScore().select('s').find();
  assert.equal(results.length, 2);
  assert.deepEqual(results.map(object => object.get('s'))[0], 'coffee coffee coffee');
  assert.equal(typeof results[0].get('score'), 'number');
  assert.ok(results[0].get('score') >= results[1].get('score'));
});

it('no term of a user breaks the query', {
  differs: 'Parse Server on PostgreSQL takes the term for tsquery syntax and fails',
}, async () => {
  const { ask } = await documents('coffee');
  for (const $term of ['coffee &', '!!!', "coffee'", 'a | (', '"open']) {
    succeeded(await ask({ $search: { $term } }));
  }
});
