import { connect, fresh } from '../../harness/connect.mjs';
import { sameMembers } from '../../harness/expectations.mjs';
import { numbersOf } from '../../harness/rows.mjs';

const { Parse, it, rows } = connect(import.meta.dirname);

/** Each constraint the SDK can write, and the numbers of the rows that it finds. */
function finds(name, entries, constraints) {
  it(name, async () => {
    const { query } = await rows(...entries);
    for (const [constrain, expected] of constraints) {
      sameMembers(await numbersOf(constrain(query())), expected);
    }
  });
}

const POINT = new Parse.GeoPoint(1, 2);
const SHAPE = new Parse.Polygon([[0, 0], [0, 1], [1, 1]]);
const DAY = new Date('2020-02-02T02:02:02.002Z');
const kid = id => Parse.Object.extend('Kid').createWithoutData(id);

finds(
  'equality with every type of value',
  [
    { s: 'a', b: true, d: DAY, p: kid('one'), g: POINT, y: SHAPE, o: { k: 1 }, list: [kid('one'), kid('two')] },
    { s: 'b', b: false, d: new Date(0), p: kid('two'), g: new Parse.GeoPoint(2, 1), list: [kid('two')] },
    {},
  ],
  [
    [query => query.equalTo('s', 'a'), [0]],
    [query => query.equalTo('b', false), [1]],
    [query => query.equalTo('d', DAY), [0]],
    [query => query.equalTo('p', kid('two')), [1]],
    [query => query.equalTo('g', POINT), [0]],
    [query => query.equalTo('y', SHAPE), [0]],
    [query => query.equalTo('list', kid('one')), [0]],
    [query => query.equalTo('o.k', 1), [0]],
    [query => query.equalTo('s', null), [2]],
    [query => query.notEqualTo('s', null), [0, 1]],
    [query => query.notEqualTo('p', kid('one')), [1, 2]],
    [query => query.exists('s'), [0, 1]],
    [query => query.doesNotExist('s'), [2]],
    [query => query.equalTo('s', 'b').equalTo('b', true), []],
  ]
);

finds(
  'ranges and lists',
  [{ x: 1, list: [1, 2] }, { x: 2, list: [3] }, { x: 3, list: ['street', 'avenue'] }],
  [
    [query => query.lessThan('x', 2), [0]],
    [query => query.lessThanOrEqualTo('x', 2), [0, 1]],
    [query => query.greaterThan('x', 2), [2]],
    [query => query.greaterThanOrEqualTo('x', 2), [1, 2]],
    [query => query.greaterThan('x', 1).notEqualTo('x', 3), [1]],
    [query => query.containedIn('x', [1, 3, 99]), [0, 2]],
    [query => query.notContainedIn('x', [1, 3]), [1]],
    [query => query.containsAll('list', [2, 1]), [0]],
    [query => query.containsAllStartingWith('list', ['str', 'ave']), [2]],
    [query => query.containedBy('list', [1, 2, 3]), [0, 1]],
  ]
);

it('logical operators nest', async () => {
  const { query } = await rows({ x: 1, s: 'a' }, { x: 1, s: 'b' }, { x: 2, s: 'a' }, { x: 3, s: 'c' });
  const both = Parse.Query.and(query().equalTo('x', 1), query().equalTo('s', 'b'));
  sameMembers(await numbersOf(Parse.Query.or(both, query().equalTo('x', 3))), [1, 3]);
  sameMembers(await numbersOf(Parse.Query.or(both, query().equalTo('x', 3)).equalTo('s', 'c')), [3]);
  sameMembers(await numbersOf(Parse.Query.nor(query().equalTo('x', 1), query().equalTo('x', 2))), [3]);
});

it('a part of a text is taken literally, whatever its characters', async () => {
  const odd = ['a.c', 'a*c', '(a)', '[a]', 'a\\c', 'a$', '^a', 'a+b?', '{1}', "it's", '100%', 'a_c'];
  const { query } = await rows(...[...odd, 'abc', 'aac', 'one \\E two', 'one E two'].map(s => ({ s })));
  for (const [n, value] of odd.entries()) {
    sameMembers(await numbersOf(query().contains('s', value)), [n]);
    sameMembers(await numbersOf(query().startsWith('s', value)), [n]);
    sameMembers(await numbersOf(query().endsWith('s', value)), [n]);
  }
  sameMembers(await numbersOf(query().contains('s', '\\E t')), [odd.length + 2]);
});

finds(
  'patterns and their modifiers',
  [{ s: 'Street' }, { s: 'street' }, { s: 'a street' }],
  [
    [query => query.startsWith('s', 'str'), [1]],
    [query => query.startsWith('s', 'str', 'i'), [0, 1]],
    [query => query.endsWith('s', 'street'), [1, 2]],
    [query => query.matches('s', /^[a-z]+$/), [1]],
    [query => query.matches('s', /^STREET$/i), [0, 1]],
    [query => query.matches('s', 's t r', 'x'), [1, 2]],
  ]
);

it('queries inside queries', async () => {
  const Team = fresh('Team');
  const [oslo, bern] = await Parse.Object.saveAll(
    [['Oslo', 10], ['Bern', 20]].map(([city, points]) => new Parse.Object(Team, { city, points }))
  );
  const { query } = await rows({ team: oslo, home: 'Bern' }, { team: bern, home: 'Paris' }, { team: bern, home: 'Oslo' });
  const strong = () => new Parse.Query(Team).greaterThan('points', 15);
  sameMembers(await numbersOf(query().matchesQuery('team', strong())), [1, 2]);
  sameMembers(await numbersOf(query().doesNotMatchQuery('team', strong())), [0]);
  sameMembers(await numbersOf(query().matchesKeyInQuery('home', 'city', strong())), [0]);
  sameMembers(await numbersOf(query().doesNotMatchKeyInQuery('home', 'city', new Parse.Query(Team))), [1]);
});

it('a query inside a query has no default limit', async () => {
  const [Kid, Toy] = [fresh('Kid'), fresh('Toy')];
  const kids = await Parse.Object.saveAll(Array.from({ length: 120 }, () => new Parse.Object(Kid, { ok: true })));
  await Parse.Object.saveAll(kids.map(object => new Parse.Object(Toy, { kid: object })));
  const query = new Parse.Query(Toy).matchesQuery('kid', new Parse.Query(Kid).equalTo('ok', true));
  sameMembers([await query.count()], [120]);
});
