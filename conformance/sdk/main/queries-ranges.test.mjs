import { connect } from '../../harness/connect.mjs';
import { failedWith, sameMembers } from '../../harness/expectations.mjs';
import { numbersOf } from '../../harness/rows.mjs';

const { it, send, rows } = connect(import.meta.dirname);

it('lessThan and greaterThan leave the bound out', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  sameMembers(await numbersOf(query().lessThan('x', 2)), [0]);
  sameMembers(await numbersOf(query().greaterThan('x', 2)), [2]);
});

it('the OrEqualTo ranges take the bound in', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  sameMembers(await numbersOf(query().lessThanOrEqualTo('x', 2)), [0, 1]);
  sameMembers(await numbersOf(query().greaterThanOrEqualTo('x', 2)), [1, 2]);
});

it('a lower and an upper bound make an interval', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 }, { x: 4 });
  sameMembers(await numbersOf(query().greaterThan('x', 1).lessThan('x', 4)), [1, 2]);
});

it('a range leaves out the objects without the field', async () => {
  const { query } = await rows({ x: 1 }, {});
  sameMembers(await numbersOf(query().lessThan('x', 100)), [0]);
  sameMembers(await numbersOf(query().greaterThan('x', -100)), [0]);
});

it('texts are ordered', async () => {
  const { query } = await rows({ s: 'apple' }, { s: 'banana' }, { s: 'cherry' });
  sameMembers(await numbersOf(query().greaterThan('s', 'apple').lessThan('s', 'cherry')), [1]);
});

it('dates are ordered', async () => {
  const { query } = await rows(
    { when: new Date('2020-01-01') },
    { when: new Date('2020-06-01') },
    { when: new Date('2021-01-01') }
  );
  sameMembers(await numbersOf(query().greaterThanOrEqualTo('when', new Date('2020-06-01'))), [1, 2]);
  sameMembers(await numbersOf(query().lessThan('when', new Date('2020-06-01'))), [0]);
});

it('a relative time bounds a date', async () => {
  const { query } = await rows(
    { when: new Date(Date.now() - 2 * 86_400_000) },
    { when: new Date(Date.now() + 2 * 86_400_000) }
  );
  sameMembers(await numbersOf(query().greaterThan('when', { $relativeTime: '1 day ago' })), [1]);
  sameMembers(await numbersOf(query().lessThan('when', { $relativeTime: 'in 1 day' })), [0]);
});

it('a relative time against another type is refused', async () => {
  const { Thing } = await rows({ x: 1 });
  const answer = await send('GET', `/classes/${Thing}`, {
    query: { where: { x: { $gt: { $relativeTime: '1 day ago' } } } },
  });
  failedWith(answer, 400, 107);
});

it('the empty text is a valid bound', {
  differs: 'Parse Server on PostgreSQL refuses a falsy bound with 119',
}, async () => {
  const { query } = await rows({ s: 'a' }, { s: '' }, {});
  sameMembers(await numbersOf(query().greaterThan('s', '')), [0]);
});

it('null is not a bound', {
  differs: 'Parse Server on PostgreSQL refuses it with 119',
}, async () => {
  const { Thing } = await rows({ x: 1 });
  const answer = await send('GET', `/classes/${Thing}`, { query: { where: { x: { $gt: null } } } });
  failedWith(answer, 400, 102);
});

it('a fractional and a negative bound are compared as numbers', async () => {
  const { query } = await rows({ x: -1.5 }, { x: -0.5 }, { x: 10 }, { x: 9 });
  sameMembers(await numbersOf(query().lessThan('x', -0.75)), [0]);
  sameMembers(await numbersOf(query().greaterThan('x', 9.5)), [2]);
});
