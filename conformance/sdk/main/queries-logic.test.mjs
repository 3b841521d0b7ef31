import { connect } from '../../harness/connect.mjs';
import { failedWith, sameMembers } from '../../harness/expectations.mjs';
import { numbersOf } from '../../harness/rows.mjs';

const { Parse, it, rows } = connect(import.meta.dirname);

it('or finds what any query finds', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  const either = Parse.Query.or(query().equalTo('x', 1), query().equalTo('x', 3));
  sameMembers(await numbersOf(either), [0, 2]);
});

it('or combines with a constraint beside it', async () => {
  const { query } = await rows({ x: 1, y: 1 }, { x: 1, y: 2 }, { x: 2, y: 1 });
  const either = Parse.Query.or(query().equalTo('x', 1), query().equalTo('x', 2));
  sameMembers(await numbersOf(either.equalTo('y', 1)), [0, 2]);
});

it('and finds what every query finds', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  const both = Parse.Query.and(query().greaterThan('x', 1), query().lessThan('x', 3));
  sameMembers(await numbersOf(both), [1]);
});

it('nor finds what no query finds', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  const neither = Parse.Query.nor(query().equalTo('x', 1), query().equalTo('x', 3));
  sameMembers(await numbersOf(neither), [1]);
});

it('nor finds the objects without the field', {
  differs: 'Parse Server on PostgreSQL leaves them out',
}, async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, {});
  sameMembers(await numbersOf(Parse.Query.nor(query().equalTo('x', 1), query().equalTo('x', 9))), [1, 2]);
});

it('logical operators nest', async () => {
  const { query } = await rows({ x: 1, s: 'a' }, { x: 1, s: 'b' }, { x: 2, s: 'a' }, { x: 3, s: 'c' });
  const inner = Parse.Query.and(query().equalTo('x', 1), query().equalTo('s', 'b'));
  sameMembers(await numbersOf(Parse.Query.or(inner, query().equalTo('x', 3))), [1, 3]);
});

it('or counts and sorts like any query', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  const either = Parse.Query.or(query().equalTo('x', 1), query().greaterThan('x', 2)).descending('x');
  sameMembers([await either.count()], [2]);
  sameMembers(await numbersOf(either.limit(1)), [2]);
});

it('an or that is no array is refused', async () => {
  const { ask } = await rows({ x: 1 });
  failedWith(await ask({ $or: {} }), 400, 102, 'Permission denied');
});

it('a nor of nothing is refused', async () => {
  const { ask } = await rows({ x: 1 });
  failedWith(await ask({ $nor: [] }), 400, 102, 'Bad $nor format - use an array of at least 1 value.');
});

it('an or of nothing is refused', {
  differs: 'Parse Server on PostgreSQL answers 500',
}, async () => {
  const { ask } = await rows({ x: 1 });
  failedWith(await ask({ $or: [] }), 400, 102);
});

it('an or between pointers and texts works', async () => {
  const kid = await new Parse.Object('Kid').save();
  const { query } = await rows({ kid }, { s: 'a' }, { s: 'b' });
  const either = Parse.Query.or(query().equalTo('kid', kid), query().equalTo('s', 'a'));
  sameMembers(await numbersOf(either), [0, 1]);
});
