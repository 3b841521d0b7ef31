// Constraints on fields that hold objects, and on paths into them.

import { date, find, found, rows, scenario } from '../scenario.mjs';

export default [
  scenario('Whole objects', [
    rows('QueryObject', [
      { name: 'ab', o: { a: 1, b: 2 } },
      { name: 'a', o: { a: 1 } },
      { name: 'empty', o: {} },
      { name: 'none' },
    ]),
    found('QueryObject', [
      { o: { a: 1 } },
      { o: { b: 2, a: 1 } },
      { o: {} },
      { o: { $eq: { a: 1 } } },
      { o: { $ne: { a: 1 } } },
      { o: { $in: [{ a: 1 }] } },
      { o: { $exists: true } },
      { o: { $exists: false } },
      { o: null },
      { o: 'text' },
      { o: 1 },
    ]),
  ]),

  scenario('Paths into objects', [
    rows('QueryDotted', [
      { name: 'one', o: { n: 1, s: 'text', b: true, deep: { n: 5, l: [1, 2] }, list: ['x', 'y'] } },
      { name: 'two', o: { n: 2, s: 'Other', b: false, deep: { n: 6 }, when: date('2020-01-01T00:00:00.000Z') } },
      { name: 'null', o: { n: null } },
      { name: 'empty', o: {} },
      { name: 'none' },
    ]),
    found('QueryDotted', [
      { 'o.n': 1 },
      { 'o.n': { $eq: 2 } },
      { 'o.n': { $gt: 1 } },
      { 'o.n': { $gte: 1, $lt: 2 } },
      { 'o.n': { $lte: 2 } },
      { 'o.n': { $ne: 1 } },
      { 'o.n': null },
      { 'o.n': { $in: [1, 9] } },
      { 'o.n': { $nin: [1] } },
      { 'o.n': { $exists: true } },
      { 'o.n': { $exists: false } },
      { 'o.s': 'text' },
      { 'o.s': { $ne: 'text' } },
      { 'o.s': { $gt: 'a' } },
      { 'o.s': { $regex: '^te' } },
      { 'o.s': { $regex: 'oth', $options: 'i' } },
      { 'o.s': { $in: ['text', 'no'] } },
      { 'o.s': { $nin: ['text'] } },
      { 'o.b': true },
      { 'o.b': false },
      { 'o.b': { $ne: true } },
      { 'o.deep.n': 5 },
      { 'o.deep.n': { $gt: 5 } },
      { 'o.deep.n': { $exists: true } },
      { 'o.deep.l.0': 1 },
      { 'o.list.1': 'y' },
      { 'o.list': 'x' },
      { 'o.list': { $in: ['x'] } },
      { 'o.list': { $regex: 'x' } },
      { 'o.list': { $regex: 'Y', $options: 'i' } },
      { 'o.list': { $regex: 'z' } },
      { 'o.deep': { n: 6 } },
      { 'o.when.iso': '2020-01-01T00:00:00.000Z' },
      { 'o.nothing': 1 },
      { 'o.nothing': { $ne: 1 } },
    ]),
  ]),

  scenario('Paths into fields that are no objects', [
    rows('QueryDottedOdd', [{ name: 'a', s: 'text', n: 1, l: [{ a: 1 }], d: date('2020-01-01T00:00:00.000Z') }]),
    found('QueryDottedOdd', [{ 's.a': 1 }, { 'n.a': 1 }, { 'l.a': 1 }, { 'd.iso': 'x' }, { 'nope.a': 1 }]),
  ]),

  scenario('Sorting by paths', [
    rows('QueryDottedSort', [
      { name: 'b', o: { n: 2, s: 'b' } },
      { name: 'a', o: { n: 10, s: 'a' } },
      { name: 'c', o: { n: 1 } },
      { name: 'd' },
    ]),
    find('QueryDottedSort', { order: 'o.n', keys: 'name' }),
    find('QueryDottedSort', { order: '-o.n', keys: 'name' }),
    find('QueryDottedSort', { order: 'o.s', keys: 'name' }).unordered(),
    find('QueryDottedSort', { order: 'o.missing,name', keys: 'name' }),
  ]),
];
