import { connect, fresh } from '../../harness/connect.mjs';
import { failedWith, sameMembers } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

async function texts(...values) {
  const Thing = fresh();
  await Parse.Object.saveAll(values.map(s => new Parse.Object(Thing, { s })));
  return { Thing, query: () => new Parse.Query(Thing), ask: where => send('GET', `/classes/${Thing}`, { query: { where } }) };
}

async function found(query) {
  return (await query.find()).map(object => object.get('s'));
}

it('startsWith finds a beginning', async () => {
  const { query } = await texts('street', 'strong', 'a street');
  sameMembers(await found(query().startsWith('s', 'str')), ['street', 'strong']);
});

it('endsWith finds an ending', async () => {
  const { query } = await texts('street', 'greet', 'greeting');
  sameMembers(await found(query().endsWith('s', 'reet')), ['street', 'greet']);
});

it('contains finds a part', async () => {
  const { query } = await texts('street', 'meet', 'moot');
  sameMembers(await found(query().contains('s', 'ee')), ['street', 'meet']);
});

it('a part is taken literally, whatever its characters', async () => {
  const odd = ['a.c', 'a*c', '(a)', '[a]', 'a\\c', 'a$', '^a', 'a+b?', '{1}', "it's", '100%', 'a_c'];
  const { query } = await texts(...odd, 'abc', 'aac');
  for (const value of odd) {
    sameMembers(await found(query().contains('s', value)), [value]);
    sameMembers(await found(query().startsWith('s', value)), [value]);
    sameMembers(await found(query().endsWith('s', value)), [value]);
  }
});

it('a part may contain the end of a quotation', async () => {
  const { query } = await texts('one \\E two', 'one E two');
  sameMembers(await found(query().contains('s', '\\E t')), ['one \\E two']);
});

it('startsWith is case sensitive unless told otherwise', async () => {
  const { query } = await texts('Street', 'street');
  sameMembers(await found(query().startsWith('s', 'str')), ['street']);
  sameMembers(await found(query().startsWith('s', 'str', 'i')), ['Street', 'street']);
});

it('matches takes a regular expression', async () => {
  const { query } = await texts('a1', 'b2', 'c');
  sameMembers(await found(query().matches('s', /^[a-z][0-9]$/)), ['a1', 'b2']);
});

it('matches takes the i modifier', async () => {
  const { query } = await texts('Kettle', 'KETTLE', 'pot');
  sameMembers(await found(query().matches('s', /^kettle$/i)), ['Kettle', 'KETTLE']);
  sameMembers(await found(query().matches('s', 'ket', 'i')), ['Kettle', 'KETTLE']);
});

it('matches takes the m modifier', {
  differs: 'Parse Server on PostgreSQL ignores it',
}, async () => {
  const { query } = await texts('one\ntwo', 'two', 'one two');
  sameMembers(await found(query().matches('s', /^two$/m)), ['one\ntwo', 'two']);
});

it('matches takes the x modifier', async () => {
  const { query } = await texts('kettle', 'pot');
  sameMembers(await found(query().matches('s', 'k e t t l e', 'x')), ['kettle']);
});

it('a class of characters and an alternative are understood', async () => {
  const { query } = await texts('cat', 'dog', 'cow', '42');
  sameMembers(await found(query().matches('s', 'cat|dog')), ['cat', 'dog']);
  sameMembers(await found(query().matches('s', '^\\d+$')), ['42']);
});

it('a pattern leaves out the objects without the field', async () => {
  const { Thing, query } = await texts('kettle');
  await new Parse.Object(Thing).save({ other: 1 });
  sameMembers(await found(query().matches('s', '.*')), ['kettle']);
});

it('a modifier nobody knows is refused', async () => {
  const { ask } = await texts('a');
  failedWith(await ask({ s: { $regex: 'a', $options: 'z' } }), 400, 102, 'Bad $options value for query: z');
});

it('a pattern that is no text is refused', async () => {
  const { ask } = await texts('a');
  failedWith(await ask({ s: { $regex: 1 } }), 400, 102, '$regex value must be a string');
});

it('modifiers that are no text are refused', async () => {
  const { ask } = await texts('a');
  failedWith(await ask({ s: { $regex: 'a', $options: 1 } }), 400, 102, '$options value must be a string');
});
