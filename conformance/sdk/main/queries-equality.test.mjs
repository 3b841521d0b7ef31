import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { failedWith, refused, sameMembers } from '../../harness/expectations.mjs';
import { numbersOf } from '../../harness/rows.mjs';

const { Parse, it, send, rows } = connect(import.meta.dirname);

it('equalTo finds texts, numbers and booleans', async () => {
  const { query } = await rows({ s: 'a', x: 1, b: true }, { s: 'b', x: 2, b: false }, { s: 'a', x: 2, b: false });
  sameMembers(await numbersOf(query().equalTo('s', 'a')), [0, 2]);
  sameMembers(await numbersOf(query().equalTo('x', 2)), [1, 2]);
  sameMembers(await numbersOf(query().equalTo('b', false)), [1, 2]);
});

it('several constraints must all hold', async () => {
  const { query } = await rows({ s: 'a', x: 1 }, { s: 'a', x: 2 }, { s: 'b', x: 2 });
  sameMembers(await numbersOf(query().equalTo('s', 'a').equalTo('x', 2)), [1]);
});

it('equalTo compares texts exactly', async () => {
  const { query } = await rows({ s: 'Kettle' }, { s: 'kettle' }, { s: 'kettle ' });
  sameMembers(await numbersOf(query().equalTo('s', 'kettle')), [1]);
});

it('equalTo finds a date', async () => {
  const when = new Date('2020-02-02T02:02:02.002Z');
  const { query } = await rows({ when }, { when: new Date(0) });
  sameMembers(await numbersOf(query().equalTo('when', when)), [0]);
});

it('a date may be asked for as plain text', async () => {
  const { find } = await rows({ when: new Date('2020-02-02T02:02:02.002Z') }, { when: new Date(0) });
  sameMembers(await find({ when: '2020-02-02T02:02:02.002Z' }), [0]);
});

it('equalTo finds a pointer', async () => {
  const [one, two] = await Parse.Object.saveAll([new Parse.Object('Kid'), new Parse.Object('Kid')]);
  const { query } = await rows({ kid: one }, { kid: two }, {});
  sameMembers(await numbersOf(query().equalTo('kid', two)), [1]);
});

it('a pointer may be asked for by a pointer without data', async () => {
  const kid = await new Parse.Object('Kid').save();
  const { query } = await rows({ kid }, {});
  const pointer = Parse.Object.extend('Kid').createWithoutData(kid.id);
  sameMembers(await numbersOf(query().equalTo('kid', pointer)), [0]);
});

it('a scalar finds the arrays that contain it', {
  differs: 'Parse Server on PostgreSQL fails on a scalar against an array',
}, async () => {
  const { query } = await rows({ list: [1, 2] }, { list: [2, 3] }, { list: [] }, {});
  sameMembers(await numbersOf(query().equalTo('list', 2)), [0, 1]);
  sameMembers(await numbersOf(query().equalTo('list', 3)), [1]);
});

it('a text finds the arrays that contain it', {
  differs: 'Parse Server on PostgreSQL fails on a scalar against an array',
}, async () => {
  const { query } = await rows({ list: ['a', 'b'] }, { list: ['c'] });
  sameMembers(await numbersOf(query().equalTo('list', 'b')), [0]);
});

it('a pointer finds the arrays that contain it', async () => {
  const [one, two] = await Parse.Object.saveAll([new Parse.Object('Kid'), new Parse.Object('Kid')]);
  const { query } = await rows({ kids: [one, two] }, { kids: [two] }, { kids: [] });
  sameMembers(await numbersOf(query().equalTo('kids', one)), [0]);
});

it('an object is found by deep equality', {
  differs: 'Parse Server on PostgreSQL refuses object equality with 119',
}, async () => {
  const { find } = await rows({ o: { a: 1, b: [2] } }, { o: { a: 1 } });
  sameMembers(await find({ o: { b: [2], a: 1 } }), [0]);
  sameMembers(await find({ o: { a: 1 } }), [1]);
});

it('a geo point is found by equality', async () => {
  const { query } = await rows({ at: new Parse.GeoPoint(1, 2) }, { at: new Parse.GeoPoint(2, 1) });
  sameMembers(await numbersOf(query().equalTo('at', new Parse.GeoPoint(1, 2))), [0]);
});

it('a polygon is found by equality', async () => {
  const shape = new Parse.Polygon([[0, 0], [0, 1], [1, 1]]);
  const { query } = await rows({ shape }, { shape: new Parse.Polygon([[0, 0], [0, 2], [2, 2]]) });
  sameMembers(await numbersOf(query().equalTo('shape', shape)), [0]);
});

it('notEqualTo finds the objects without the field too', async () => {
  const { query } = await rows({ s: 'a' }, { s: 'b' }, {});
  sameMembers(await numbersOf(query().notEqualTo('s', 'a')), [1, 2]);
});

it('notEqualTo of a pointer finds the others', async () => {
  const [one, two] = await Parse.Object.saveAll([new Parse.Object('Kid'), new Parse.Object('Kid')]);
  const { query } = await rows({ kid: one }, { kid: two }, {});
  sameMembers(await numbersOf(query().notEqualTo('kid', one)), [1, 2]);
});

it('notEqualTo on an array finds what does not contain the value', {
  differs: 'Parse Server on PostgreSQL leaves out the objects without the field',
}, async () => {
  const { query } = await rows({ list: [1, 2] }, { list: [3] }, {});
  sameMembers(await numbersOf(query().notEqualTo('list', 1)), [1, 2]);
});

it('a range and an inequality on one field both hold', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  sameMembers(await numbersOf(query().greaterThan('x', 1).notEqualTo('x', 3)), [1]);
});

it('an explicit $eq is equality', async () => {
  const { find } = await rows({ s: 'a' }, { s: 'b' }, {});
  sameMembers(await find({ s: { $eq: 'a' } }), [0]);
  sameMembers(await find({ s: { $eq: null } }), [2]);
});

for (const constraint of ['x', { $gt: 1 }, { $in: [1] }, { $regex: 'a' }, { $all: [1] }]) {
  it(`a field the class never had does not match ${JSON.stringify(constraint)}`, async () => {
    const { find } = await rows({ s: 'a' });
    sameMembers(await find({ never: constraint }), []);
  });
}

it('exists and doesNotExist tell the field is there', async () => {
  const { query } = await rows({ s: 'a' }, {}, { s: '' });
  sameMembers(await numbersOf(query().exists('s')), [0, 2]);
  sameMembers(await numbersOf(query().doesNotExist('s')), [1]);
});

it('exists on a field the class never had finds nothing and its opposite everything', async () => {
  const { query } = await rows({ s: 'a' }, {});
  sameMembers(await numbersOf(query().exists('never')), []);
  sameMembers(await numbersOf(query().doesNotExist('never')), [0, 1]);
});

it('objectId is an ordinary key of a query', async () => {
  const { Thing } = await rows({ s: 'a' }, { s: 'b' });
  const all = await new Parse.Query(Thing).find();
  const found = await new Parse.Query(Thing).equalTo('objectId', all[0].id).find();
  assert.deepEqual(found.map(({ id }) => id), [all[0].id]);
});

it('a query on the ACL is refused', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save();
  const answer = await send('GET', `/classes/${Thing}`, { query: { where: { ACL: { $exists: true } } } });
  failedWith(answer, 400, 102, 'Cannot query on ACL.');
});

it('a key that is no field name is refused', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save();
  const answer = await send('GET', `/classes/${Thing}`, { query: { where: { '1st': 1 } } });
  failedWith(answer, 400, 105, 'Invalid key name: 1st');
});

it('an operator nobody knows is refused', {
  differs: 'Parse Server on PostgreSQL answers 119 with its own name in the text',
}, async () => {
  const { Thing } = await rows({ s: 'a' });
  const answer = await send('GET', `/classes/${Thing}`, { query: { where: { s: { $like: 'a' } } } });
  failedWith(answer, 400, 102, 'bad constraint: $like');
});

it('get of an object that does not match is refused', async () => {
  const { Thing } = await rows({ s: 'a' });
  await refused(new Parse.Query(Thing).get('nosuchid00', MASTER), 101, 'Object not found.');
});
