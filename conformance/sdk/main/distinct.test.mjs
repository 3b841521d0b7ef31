import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, sameMembers, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

async function rows(...entries) {
  const Thing = fresh();
  await Parse.Object.saveAll(entries.map(fields => new Parse.Object(Thing, fields)));
  return { Thing, query: () => new Parse.Query(Thing) };
}

it('distinct lists every value once', async () => {
  const { query } = await rows({ s: 'a' }, { s: 'b' }, { s: 'a' });
  sameMembers(await query().distinct('s'), ['a', 'b']);
});

it('distinct works on numbers and booleans', async () => {
  const { query } = await rows({ x: 1, b: true }, { x: 2, b: true }, { x: 1, b: true });
  sameMembers(await query().distinct('x'), [1, 2]);
  sameMembers(await query().distinct('b'), [true]);
});

it('distinct honours the constraints', async () => {
  const { query } = await rows({ s: 'a', x: 1 }, { s: 'b', x: 2 }, { s: 'c', x: 2 });
  sameMembers(await query().equalTo('x', 2).distinct('s'), ['b', 'c']);
});

it('distinct leaves out what is missing', async () => {
  const { query } = await rows({ s: 'a' }, { x: 1 });
  sameMembers(await query().distinct('s'), ['a']);
});

it('distinct unwinds arrays', async () => {
  const { query } = await rows({ list: ['a', 'b'] }, { list: ['b', 'c'] });
  sameMembers(await query().distinct('list'), ['a', 'b', 'c']);
});

it('distinct on a pointer gives pointers', async () => {
  const kid = await new Parse.Object('Kid').save();
  const { Thing } = await rows({ kid }, { kid });
  const answer = await send('GET', `/aggregate/${Thing}`, { key: 'master', query: { distinct: 'kid' } });
  assert.deepEqual(succeeded(answer).results, [{ __type: 'Pointer', className: 'Kid', objectId: kid.id }]);
});

it('distinct reaches one level into an object', async () => {
  const { query } = await rows({ o: { k: 'a' } }, { o: { k: 'b' } }, { o: { k: 'a' } });
  sameMembers(await query().distinct('o.k'), ['a', 'b']);
});

it('distinct on a field nobody has is empty', async () => {
  const { query } = await rows({ s: 'a' });
  assert.deepEqual(await query().distinct('never'), []);
});

it('distinct on a date gives plain times', async () => {
  const { Thing } = await rows({ d: new Date('2020-01-01') }, { d: new Date('2020-01-01') });
  const answer = await send('GET', `/aggregate/${Thing}`, { key: 'master', query: { distinct: 'd' } });
  assert.deepEqual(succeeded(answer).results, ['2020-01-01T00:00:00.000Z']);
});

it('distinct without the master key is refused', async () => {
  const { Thing } = await rows({ s: 'a' });
  answered(await send('GET', `/aggregate/${Thing}`, { query: { distinct: 's' } }), 403, {
    error: 'Permission denied',
  });
});
