import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { failedWith, sameMembers, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

async function documents(...values) {
  const Thing = fresh();
  await Parse.Object.saveAll(values.map(s => new Parse.Object(Thing, { s })));
  return { Thing, query: () => new Parse.Query(Thing), ask: $text => send('GET', `/classes/${Thing}`, { query: { where: { s: { $text } } } }) };
}

async function found(query) {
  return (await query.find()).map(object => object.get('s'));
}

it('a word is found in a text', async () => {
  const { query } = await documents('coffee is the best', 'tea is better', 'coffee and cake');
  sameMembers(await found(query().fullText('s', 'coffee')), ['coffee is the best', 'coffee and cake']);
});

it('a word is found whatever its case and ending', async () => {
  const { query } = await documents('Many Kettles', 'a pot');
  sameMembers(await found(query().fullText('s', 'kettle')), ['Many Kettles']);
});

it('a term of several words finds any of them', {
  differs: 'Parse Server on PostgreSQL takes the term for tsquery syntax and fails',
}, async () => {
  const { query } = await documents('green tea', 'black coffee', 'hot water');
  sameMembers(await found(query().fullText('s', 'tea coffee')), ['green tea', 'black coffee']);
});

it('a quoted term is a phrase', {
  differs: 'Parse Server on PostgreSQL takes the term for tsquery syntax and fails',
}, async () => {
  const { query } = await documents('green tea leaves', 'tea that is green');
  sameMembers(await found(query().fullText('s', '"green tea"')), ['green tea leaves']);
});

it('a minus excludes a word', {
  differs: 'Parse Server on PostgreSQL takes the term for tsquery syntax and fails',
}, async () => {
  const { query } = await documents('green tea', 'black tea');
  sameMembers(await found(query().fullText('s', 'tea -black')), ['green tea']);
});

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

it('the text constraint combines with others', async () => {
  const { Thing } = await documents();
  await Parse.Object.saveAll([
    new Parse.Object(Thing, { s: 'coffee', n: 1 }),
    new Parse.Object(Thing, { s: 'coffee', n: 2 }),
  ]);
  const results = await new Parse.Query(Thing).fullText('s', 'coffee').equalTo('n', 2).find();
  assert.deepEqual(results.map(object => object.get('n')), [2]);
});

for (const [$text, message] of [
  [{ $search: 'coffee' }, 'bad $text: $search, should be object'],
  [{ $search: {} }, 'bad $text: $term, should be string'],
  [{ $search: { $term: 'a', $language: 1 } }, 'bad $text: $language, should be string'],
  [{ $search: { $term: 'a', $caseSensitive: 'no' } }, 'bad $text: $caseSensitive, should be boolean'],
  [{ $search: { $term: 'a', $diacriticSensitive: 'no' } }, 'bad $text: $diacriticSensitive, should be boolean'],
]) {
  it(`the text constraint ${JSON.stringify($text)} is refused`, async () => {
    const { ask } = await documents('coffee');
    failedWith(await ask($text), 400, 107, message);
  });
}

it('a case sensitive search is refused', async () => {
  const { ask } = await documents('coffee');
  failedWith(await ask({ $search: { $term: 'coffee', $caseSensitive: true } }), 400, 107);
});

it('no term of a user breaks the query', {
  differs: 'Parse Server on PostgreSQL takes the term for tsquery syntax and fails',
}, async () => {
  const { ask } = await documents('coffee');
  for (const $term of ['coffee &', '!!!', "coffee'", 'a | (', '"open']) {
    succeeded(await ask({ $search: { $term } }));
  }
});
