import assert from 'node:assert/strict';
import { fresh } from '../../harness/connect.mjs';
import { connectLive } from '../../harness/live.mjs';

const { Parse, it, follow, rawSocket, isReference, settled } = connectLive(import.meta.dirname);

const at = iso => new Date(iso);
const place = (latitude, longitude) => new Parse.GeoPoint(latitude, longitude);
const square = [place(0, 0), place(0, 10), place(10, 10), place(10, 0)];
const area = (from, to) => new Parse.Polygon([[from, from], [from, to], [to, to], [to, from]]);
const target = (objectId, className = 'LiveTarget') => Parse.Object.extend(className).createWithoutData(objectId);

/** A condition, a value that meets it, and one that does not. */
const CONDITIONS = [
  ['a text that is equal', query => query.equalTo('v', 'yes'), 'yes', 'no'],
  ['a number that is equal', query => query.equalTo('v', 1.5), 1.5, 1],
  ['a boolean that is equal', query => query.equalTo('v', false), false, true],
  ['an array that holds a value', query => query.equalTo('v', 'a'), ['b', 'a'], ['b']],
  ['notEqualTo', query => query.notEqualTo('v', 1), 2, 1],
  ['lessThan', query => query.lessThan('v', 5), 4, 5],
  ['lessThanOrEqualTo', query => query.lessThanOrEqualTo('v', 5), 5, 6],
  ['greaterThan', query => query.greaterThan('v', 5), 6, 5],
  ['greaterThanOrEqualTo', query => query.greaterThanOrEqualTo('v', 5), 5, 4],
  ['two bounds', query => query.greaterThan('v', 1).lessThan('v', 3), 2, 3],
  ['texts in their order', query => query.greaterThan('v', 'm'), 'n', 'l'],
  ['containedIn', query => query.containedIn('v', [1, 2]), 2, 3],
  ['notContainedIn', query => query.notContainedIn('v', [1, 2]), 3, 2],
  ['containsAll', query => query.containsAll('v', ['a', 'b']), ['b', 'c', 'a'], ['a', 'c']],
  ['containedBy', query => query.containedBy('v', ['a', 'b']), ['b'], ['b', 'c']],
  ['matches', query => query.matches('v', /^b.r$/), 'bar', 'Bar'],
  ['matches without regard to case', query => query.matches('v', 'b.r', 'i'), 'a BAR', 'baar'],
  ['startsWith', query => query.startsWith('v', 'a.'), 'a.b', 'ab'],
  ['endsWith', query => query.endsWith('v', '.b'), 'a.b', 'a.bc'],
  ['contains', query => query.contains('v', '+1'), 'a+1b', 'a1b'],
  ['a pointer', query => query.equalTo('v', target('one')), target('one'), target('two')],
  ['an array that holds a pointer', query => query.equalTo('v', target('one')), [target('one')], [target('two')]],
  ['a pointer of several', query => query.containedIn('v', [target('one'), target('two')]), target('two'), target('no')],
  ['a date that is equal', query => query.equalTo('v', at('2024-05-06')), at('2024-05-06'), at('2024-05-07')],
  ['a date in a range', query => query.greaterThan('v', at('2024-05-06')), at('2024-05-07'), at('2024-05-05')],
  ['a distance', query => query.withinRadians('v', place(1, 1), 0.01), place(1.1, 1), place(9, 9)],
  ['a circle', query => query.withinKilometers('v', place(1, 1), 100, false), place(1.1, 1), place(9, 9)],
  ['a box', query => query.withinGeoBox('v', place(0, 0), place(10, 10)), place(5, 5), place(5, 11)],
  ['a polygon', query => query.withinPolygon('v', square), place(5, 5), place(5, 11)],
  ['polygonContains', query => query.polygonContains('v', place(5, 5)), area(0, 10), area(6, 10)],
  ['a dotted key', query => query.equalTo('v.deep.er', 1), { deep: { er: 1 } }, { deep: { er: 2 } }],
  ['a dotted key in a range', query => query.greaterThan('v.n', 3), { n: 4 }, { n: 3 }],
  ['a dotted key that exists', query => query.exists('v.n'), { n: 4 }, { m: 3 }],
];

for (const [what, condition, meets, fails] of CONDITIONS) {
  it(`objects enter and leave by ${what}`, async () => {
    const Thing = fresh('Live');
    const object = await new Parse.Object(Thing).save({ v: fails });
    const follower = await follow(condition(new Parse.Query(Thing)));
    await object.save({ v: meets });
    await follower.next('enter', object);
    await object.save({ v: fails });
    await follower.next('leave', object);
    await object.save({ v: fails, other: 1 });
    const matching = await new Parse.Object(Thing).save({ v: meets });
    await follower.next('create', matching);
    if (isReference) return;
    const found = await condition(new Parse.Query(Thing)).find();
    assert.deepEqual(found.map(({ id }) => id), [matching.id], 'a query finds what was sent');
  });
}

it('objects enter and leave as a field comes and goes', async () => {
  const Thing = fresh('Live');
  const object = await settled(Thing, () => new Parse.Object(Thing).save({ n: 1 }));
  const there = await follow(new Parse.Query(Thing).exists('v'));
  const absent = await follow(new Parse.Query(Thing).doesNotExist('v'));
  await object.save({ v: 'here' });
  await there.next('enter', object);
  await absent.next('leave', object);
  object.unset('v');
  await object.save();
  await there.next('leave', object);
  await absent.next('enter', object);
});

it('or: one branch is enough', async () => {
  const Thing = fresh('Live');
  const low = new Parse.Query(Thing).lessThan('n', 1);
  const high = new Parse.Query(Thing).greaterThan('n', 9);
  const follower = await follow(Parse.Query.or(low, high));
  await new Parse.Object(Thing).save({ n: 5 });
  const one = await new Parse.Object(Thing).save({ n: 0 });
  await follower.next('create', one);
  await one.save({ n: 10 });
  await follower.next('update', one);
  await one.save({ n: 5 });
  await follower.next('leave', one);
});

it('and: every branch counts', async () => {
  const Thing = fresh('Live');
  const either = (...values) => Parse.Query.or(...values.map(value => new Parse.Query(Thing).equalTo('tags', value)));
  const follower = await follow(Parse.Query.and(either('a', 'b'), either('c', 'd')));
  await new Parse.Object(Thing).save({ tags: ['a', 'b'] });
  await follower.next('create', await new Parse.Object(Thing).save({ tags: ['b', 'c'] }));
});

it('nor: no branch may hold', async () => {
  const Thing = fresh('Live');
  const low = new Parse.Query(Thing).lessThan('n', 1);
  const high = new Parse.Query(Thing).greaterThan('n', 9);
  const follower = await follow(Parse.Query.nor(low, high));
  await new Parse.Object(Thing).save({ n: 0 });
  await new Parse.Object(Thing).save({ n: 10 });
  await follower.next('create', await new Parse.Object(Thing).save({ n: 5 }));
});

it('or stands beside other conditions', async () => {
  const Thing = fresh('Live');
  const either = Parse.Query.or(new Parse.Query(Thing).equalTo('n', 1), new Parse.Query(Thing).equalTo('n', 2));
  const follower = await follow(either.equalTo('open', true));
  await new Parse.Object(Thing).save({ n: 1, open: false });
  await new Parse.Object(Thing).save({ n: 3, open: true });
  await follower.next('create', await new Parse.Object(Thing).save({ n: 2, open: true }));
});

it('one object is followed by its id', async () => {
  const Thing = fresh('Live');
  const [one, other] = await settled(Thing, () => Parse.Object.saveAll([1, 2].map(n => new Parse.Object(Thing, { n }))));
  const follower = await follow(new Parse.Query(Thing).equalTo('objectId', one.id));
  await other.save({ n: 3 });
  await one.save({ n: 4 });
  await follower.next('update', one);
  await one.destroy();
  await follower.next('delete', one);
});

it('objects made after a time are followed by createdAt', { differs: 'createdAt is a text there' }, async () => {
  const Thing = fresh('Live');
  const old = await new Parse.Object(Thing).save({ n: 1 });
  const follower = await follow(new Parse.Query(Thing).greaterThan('createdAt', old.createdAt));
  await old.save({ n: 2 });
  await follower.next('create', await new Parse.Object(Thing).save({ n: 3 }));
});

it('an array of texts is followed by how they begin', { differs: '$all of patterns never matches there' }, async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).containsAllStartingWith('tags', ['a', 'b']));
  await new Parse.Object(Thing).save({ tags: ['ab', 'cd'] });
  await follower.next('create', await new Parse.Object(Thing).save({ tags: ['ab', 'bc'] }));
});

it('null is met by an absent field, as in a query', { differs: 'null never matches there' }, async () => {
  const Thing = fresh('Live');
  const object = await new Parse.Object(Thing).save({ n: 1, v: 'x' });
  const follower = await follow(new Parse.Query(Thing).equalTo('v', null));
  object.unset('v');
  await object.save();
  await follower.next('enter', object);
});

it(
  'an absent field is in no range, as in a query',
  { differs: 'an absent field passes every range there' },
  async () => {
    const Thing = fresh('Live');
    const follower = await follow(new Parse.Query(Thing).greaterThan('v', 1));
    await new Parse.Object(Thing).save({ n: 1 });
    await follower.next('create', await new Parse.Object(Thing).save({ v: 2 }));
  }
);

it('conditions about other objects can be followed and never match', async () => {
  const [Thing, Other] = [fresh('Live'), fresh('Live')];
  const other = await new Parse.Object(Other).save({ name: 'x' });
  const anyOther = () => new Parse.Query(Other);
  const thing = () => new Parse.Query(Thing);
  const told = await follow(thing());
  const { client } = told.subscription;
  const silent = [
    thing().matchesQuery('other', anyOther()),
    thing().doesNotMatchQuery('other', anyOther().equalTo('name', 'y')),
    thing().matchesKeyInQuery('name', 'name', anyOther()),
    thing().doesNotMatchKeyInQuery('name', 'name', anyOther().equalTo('name', 'y')),
    thing().fullText('name', 'x'),
  ];
  const followers = await Promise.all(silent.map(query => follow(query, { client })));
  await told.next('create', await new Parse.Object(Thing).save({ other, name: 'x' }));
  await told.next('create', await new Parse.Object(Thing).save({ other, name: 'x' }));
  assert.deepEqual(followers.map(({ waiting }) => waiting), [0, 0, 0, 0, 0]);
});

it('the members of a relation cannot be followed', async () => {
  const [Thing, Owner] = [fresh('Live'), fresh('Live')];
  const member = await settled(Thing, () => new Parse.Object(Thing).save({ n: 1 }));
  const owner = new Parse.Object(Owner);
  owner.relation('members').add(member);
  await owner.save();
  const client = (await follow(new Parse.Query(Thing).equalTo('told', true))).subscription.client;
  const never = await follow(owner.relation('members').query(), { client });
  const always = await follow(new Parse.Query(Thing), { client });
  await member.save({ n: 2 });
  await always.next('update', member);
  assert.equal(never.subscription.subscribed, true);
});

it('an expression that is none is refused', async () => {
  const Thing = fresh('Live');
  await new Parse.Object(Thing).save({ v: 'x' });
  const socket = await rawSocket();
  await socket.connect();
  const where = { v: { $regex: '(' } };
  const { error, ...rest } = await socket.exchange({ op: 'subscribe', requestId: 1, query: { className: Thing, where } });
  assert.deepEqual(rest, { op: 'error', code: 102, reconnect: false, requestId: 1 });
  assert.match(error, /regex|regular expression/i);
});

it('an or that is not an array is refused', async () => {
  const socket = await rawSocket();
  await socket.connect();
  const query = { className: fresh('Live'), where: { $or: { n: 1 } } };
  const answer = await socket.exchange({ op: 'subscribe', requestId: 1, query });
  assert.deepEqual([answer.op, answer.code, answer.requestId], ['error', 102, 1]);
});
