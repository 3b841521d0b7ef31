// Constraints on fields that hold lists.

import { create, date, pointer, rows, scenario, where } from '../scenario.mjs';

const each = (className, constraints) => constraints.map(constraint => where(className, constraint, { keys: 'name' }));

export default [
  scenario('Lists of numbers', [
    rows('QueryArray', [
      { name: 'one', l: [1] },
      { name: 'onetwo', l: [1, 2] },
      { name: 'many', l: [1, 2, 3, 3] },
      { name: 'empty', l: [] },
      { name: 'none' },
    ]),
    each('QueryArray', [
      { l: 1 },
      { l: 9 },
      { l: [1, 2] },
      { l: [] },
      { l: { $eq: 1 } },
      { l: { $eq: [1] } },
      { l: { $ne: 1 } },
      { l: { $ne: 9 } },
      { l: { $ne: [1] } },
      { l: { $in: [1] } },
      { l: { $in: [2, 9] } },
      { l: { $in: [] } },
      { l: { $nin: [2] } },
      { l: { $nin: [] } },
      { l: { $all: [1, 2] } },
      { l: { $all: [3] } },
      { l: { $all: [3, 3] } },
      { l: { $all: [] } },
      { l: { $all: [1, 9] } },
      { l: { $containedBy: [1, 2] } },
      { l: { $containedBy: [1, 2, 3] } },
      { l: { $containedBy: [] } },
      { l: { $exists: true } },
      { l: { $exists: false } },
      { l: null },
      { l: { $gt: 1 } },
      { l: { $size: 2 } },
    ]),
  ]),

  scenario('Lists of texts', [
    rows('QueryArrayText', [
      { name: 'ab', l: ['a', 'b'] },
      { name: 'words', l: ['apple pie', 'banana'] },
      { name: 'mixed', l: ['a', 1, true, null] },
      { name: 'none' },
    ]),
    each('QueryArrayText', [
      { l: 'a' },
      { l: { $in: ['a', 'banana'] } },
      { l: { $in: ['a', 1] } },
      { l: { $in: [true] } },
      { l: { $in: [null] } },
      { l: { $nin: ['a'] } },
      { l: { $all: ['a', 'b'] } },
      { l: { $all: [{ $regex: '^\\Qa\\E' }] } },
      { l: { $all: [{ $regex: '^\\Qapple\\E' }, { $regex: '^\\Qban\\E' }] } },
      { l: { $all: [{ $regex: '^\\Qa\\E' }, 'b'] } },
      { l: { $regex: 'a' } },
      { l: { $containedBy: ['a', 'b', 'c'] } },
    ]),
  ]),

  scenario('Lists of objects, dates and pointers', [
    create('QueryArrayTarget', { name: 'target' }).as('t'),
    create('QueryArrayTarget', { name: 'other' }).as('u'),
    rows('QueryArrayMany', [
      { name: 'objects', l: [{ a: 1 }, { b: { c: 2 } }] },
      { name: 'dates', l: [date('2020-01-01T00:00:00.000Z')] },
      { name: 'pointers', l: [pointer('QueryArrayTarget', '{{t.objectId}}')] },
      { name: 'two', l: [pointer('QueryArrayTarget', '{{t.objectId}}'), pointer('QueryArrayTarget', '{{u.objectId}}')] },
      { name: 'lists', l: [[1, 2], [3]] },
    ]),
    each('QueryArrayMany', [
      { l: { a: 1 } },
      { l: { $in: [{ a: 1 }] } },
      { l: { $all: [{ a: 1 }] } },
      { l: date('2020-01-01T00:00:00.000Z') },
      { l: { $in: [date('2020-01-01T00:00:00.000Z')] } },
      { l: pointer('QueryArrayTarget', '{{t.objectId}}') },
      { l: { $ne: pointer('QueryArrayTarget', '{{t.objectId}}') } },
      { l: { $in: [pointer('QueryArrayTarget', '{{u.objectId}}')] } },
      { l: { $nin: [pointer('QueryArrayTarget', '{{u.objectId}}')] } },
      {
        l: { $all: [pointer('QueryArrayTarget', '{{t.objectId}}'), pointer('QueryArrayTarget', '{{u.objectId}}')] },
      },
      { l: { $containedBy: [pointer('QueryArrayTarget', '{{t.objectId}}')] } },
      { 'l.0': 1 },
      { 'l.0.a': 1 },
      { 'l.1.b.c': 2 },
    ]),
  ]),

  scenario('List constraints with the wrong arguments', [
    rows('QueryArrayBad', [{ name: 'one', l: [1], s: 'x', n: 1 }]),
    each('QueryArrayBad', [
      { l: { $in: 1 } },
      { l: { $in: {} } },
      { l: { $in: null } },
      { l: { $nin: 'x' } },
      { l: { $all: 1 } },
      { l: { $all: 'x' } },
      { l: { $containedBy: 1 } },
      { l: { $containedBy: { a: 1 } } },
      { s: { $all: ['x'] } },
      { n: { $all: [1] } },
      { s: { $containedBy: ['x'] } },
      { l: { $all: [{ $regex: 5 }] } },
    ]),
  ]),
];
