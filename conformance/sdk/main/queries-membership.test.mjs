import { connect, fresh } from '../../harness/connect.mjs';
import { failedWith, sameMembers } from '../../harness/expectations.mjs';
import { numbersOf } from '../../harness/rows.mjs';

const { Parse, it, rows } = connect(import.meta.dirname);

async function kids(count) {
  const Kid = fresh('Kid');
  return Parse.Object.saveAll(Array.from({ length: count }, () => new Parse.Object(Kid)));
}

it('containedIn finds any of the values', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 }, {});
  sameMembers(await numbersOf(query().containedIn('x', [1, 3, 99])), [0, 2]);
});

it('containedIn finds texts', async () => {
  const { query } = await rows({ s: 'a' }, { s: 'b' });
  sameMembers(await numbersOf(query().containedIn('s', ['b', 'c'])), [1]);
});

it('containedIn finds dates', {
  differs: 'Parse Server on PostgreSQL fails on dates in a list',
}, async () => {
  const { query } = await rows({ when: new Date(1) }, { when: new Date(2) });
  sameMembers(await numbersOf(query().containedIn('when', [new Date(1)])), [0]);
});

it('containedIn finds pointers', async () => {
  const [one, two, three] = await kids(3);
  const { query } = await rows({ kid: one }, { kid: two }, { kid: three });
  sameMembers(await numbersOf(query().containedIn('kid', [one, three])), [0, 2]);
});

it('containedIn on objectId finds several objects', async () => {
  const { Thing } = await rows({}, {}, {});
  const all = await new Parse.Query(Thing).find();
  const wanted = [all[0].id, all[2].id];
  const found = await new Parse.Query(Thing).containedIn('objectId', wanted).find();
  sameMembers(found.map(({ id }) => id), wanted);
});

it('containedIn on an array finds any common element', async () => {
  const { query } = await rows({ list: [1, 2] }, { list: [3] }, { list: [] });
  sameMembers(await numbersOf(query().containedIn('list', [2, 3])), [0, 1]);
});

it('containedIn on an array of pointers finds any common pointer', async () => {
  const [one, two, three] = await kids(3);
  const { query } = await rows({ kids: [one, two] }, { kids: [three] });
  sameMembers(await numbersOf(query().containedIn('kids', [two])), [0]);
});

it('containedIn nothing finds nothing', {
  differs: 'Parse Server on PostgreSQL finds the objects without the field',
}, async () => {
  const { query } = await rows({ x: 1 }, {});
  sameMembers(await numbersOf(query().containedIn('x', [])), []);
});

it('null among the values finds the objects without the field', {
  differs: 'Parse Server on PostgreSQL ignores the null',
}, async () => {
  const { find } = await rows({ x: 1 }, { x: 2 }, {});
  sameMembers(await find({ x: { $in: [1, null] } }), [0, 2]);
});

it('values that are not an array are refused', async () => {
  const { ask } = await rows({ x: 1 });
  failedWith(await ask({ x: { $in: 1 } }), 400, 107, 'bad $in value');
  failedWith(await ask({ x: { $nin: 1 } }), 400, 107, 'bad $nin value');
});

it('notContainedIn leaves out the values', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  sameMembers(await numbersOf(query().notContainedIn('x', [1, 3])), [1]);
});

it('notContainedIn finds the objects without the field', {
  differs: 'Parse Server on PostgreSQL leaves them out',
}, async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, {});
  sameMembers(await numbersOf(query().notContainedIn('x', [1])), [1, 2]);
});

it('notContainedIn with null among the values leaves out the objects without the field', {
  differs: 'Parse Server on PostgreSQL does not take null for the absent value',
}, async () => {
  const { find } = await rows({ x: 1 }, { x: 2 }, {});
  sameMembers(await find({ x: { $nin: [1, null] } }), [1]);
});

it('notContainedIn nothing finds everything', async () => {
  const { query } = await rows({ x: 1 }, {});
  sameMembers(await numbersOf(query().notContainedIn('x', [])), [0, 1]);
});

it('notContainedIn on an array leaves out what shares an element', async () => {
  const { query } = await rows({ list: [1, 2] }, { list: [3] });
  sameMembers(await numbersOf(query().notContainedIn('list', [2])), [1]);
});

it('notContainedIn leaves out pointers', async () => {
  const [one, two] = await kids(2);
  const { query } = await rows({ kid: one }, { kid: two });
  sameMembers(await numbersOf(query().notContainedIn('kid', [one])), [1]);
});

it('containsAll wants every value', async () => {
  const { query } = await rows({ list: [1, 2, 3] }, { list: [1, 3] }, { list: [] }, {});
  sameMembers(await numbersOf(query().containsAll('list', [1, 2])), [0]);
  sameMembers(await numbersOf(query().containsAll('list', [3, 1])), [0, 1]);
});

it('containsAll works on pointers', async () => {
  const [one, two, three] = await kids(3);
  const { query } = await rows({ kids: [one, two] }, { kids: [one, three] });
  sameMembers(await numbersOf(query().containsAll('kids', [one, two])), [0]);
});

it('containsAll of nothing finds nothing', async () => {
  const { query } = await rows({ list: [1] }, { list: [] });
  sameMembers(await numbersOf(query().containsAll('list', [])), []);
});

it('containsAllStartingWith wants every beginning', async () => {
  const { query } = await rows({ list: ['street', 'avenue'] }, { list: ['street'] }, { list: ['the street', 'ave'] });
  sameMembers(await numbersOf(query().containsAllStartingWith('list', ['str', 'ave'])), [0]);
});

it('beginnings and plain values do not mix', async () => {
  const { ask } = await rows({ list: ['street'] });
  const answer = await ask({ list: { $all: [{ $regex: '^\\Qstr\\E' }, 'street'] } });
  failedWith(answer, 400, 107, /All \$all values must be of regex type or none/);
});

it('containedBy wants every element among the values', async () => {
  const { query } = await rows({ list: [1, 2] }, { list: [1, 9] }, { list: [2] });
  sameMembers(await numbersOf(query().containedBy('list', [1, 2, 3])), [0, 2]);
});

it('containedBy is satisfied by an empty array', async () => {
  const { query } = await rows({ list: [] }, { list: [9] });
  sameMembers(await numbersOf(query().containedBy('list', [1])), [0]);
});

it('containedBy of something that is no array is refused', async () => {
  const { ask } = await rows({ list: [1] });
  failedWith(await ask({ list: { $containedBy: 1 } }), 400, 107, 'bad $containedBy: should be an array');
});

it('an array of objects is searched by a whole object', async () => {
  const { find } = await rows({ list: [{ a: 1 }, { b: 2 }] }, { list: [{ a: 2 }] });
  sameMembers(await find({ list: { $in: [{ a: 1 }] } }), [0]);
});

it('a number among texts is refused', async () => {
  const { ask } = await rows({ s: 'a' });
  failedWith(
    await ask({ s: { $in: ['a', 1] } }),
    400,
    102,
    '$in element type mismatch: expected string for field "s"'
  );
});
