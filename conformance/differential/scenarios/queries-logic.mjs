// $or, $and, $nor, and what they are combined with.

import { found, pointer, rows, scenario, where } from '../scenario.mjs';

export default [
  scenario('Any, all and none of several constraints', [
    rows('QueryLogic', [
      { name: 'a1', s: 'a', n: 1 },
      { name: 'a2', s: 'a', n: 2 },
      { name: 'b1', s: 'b', n: 1 },
      { name: 'none' },
    ]),
    found('QueryLogic', [
      { $or: [{ s: 'a' }, { n: 1 }] },
      { $or: [{ s: 'a', n: 2 }, { s: 'b' }] },
      { $or: [{ s: 'a' }] },
      { $or: [{}, { s: 'a' }] },
      { $or: [{ s: null }, { n: 2 }] },
      { $and: [{ s: 'a' }, { n: 1 }] },
      { $and: [{ $or: [{ s: 'a' }, { s: 'b' }] }, { $or: [{ n: 1 }, { n: 3 }] }] },
      { $nor: [{ s: 'a' }] },
      { $nor: [{ s: 'a' }, { n: 1 }] },
      { $nor: [{ n: { $gt: 1 } }] },
      { $or: [{ s: 'a' }], n: 1 },
      { $and: [{ n: { $gt: 0 } }, { n: { $lt: 2 } }], s: 'b' },
      { $or: [{ $and: [{ s: 'a' }, { n: 2 }] }, { $nor: [{ s: 'a' }, { s: 'b' }] }] },
      { $or: [{ n: { $exists: false } }, { s: { $in: ['b'] } }] },
      { $or: [{ s: 'a' }, { s: 'b' }], $and: [{ n: 1 }] },
    ]),
  ]),

  scenario('Logical constraints with the wrong arguments', [
    rows('QueryLogicBad', [{ name: 'a', s: 'a' }]),
    ['$or', '$and', '$nor'].flatMap(name =>
      found('QueryLogicBad', [
        { [name]: [] },
        { [name]: {} },
        { [name]: 'x' },
        { [name]: null },
        { [name]: [null] },
        { [name]: ['x'] },
        { [name]: [1] },
        { s: { [name]: [{ s: 'a' }] } },
      ])
    ),
    ['$or', '$and', '$nor'].flatMap(name => [
      where('QueryLogicBad', { [name]: {} }).master(),
      where('QueryLogicBad', { [name]: [] }).master(),
    ]),
  ]),

  scenario('Unknown constraints', [
    rows('QueryOperators', [{ name: 'a', s: 'a', n: 1 }]),
    found('QueryOperators', [
      { n: { $foo: 1 } },
      { $foo: [] },
      { $foo: 1 },
      { n: { $gt: 0, $foo: 1 } },
      { n: { $not: { $gt: 1 } } },
      { n: { $mod: [2, 1] } },
      { $where: 'this.n == 1' },
      { $expr: {} },
      { n: { $type: 'number' } },
      { n: { $elemMatch: { a: 1 } } },
      { n: { plain: 1, $gt: 0 } },
      { p: { ...pointer('QueryOperators', 'x'), $exists: true } },
    ]),
  ]),

  scenario('Names that may not be asked for', [
    rows('QueryNames', [{ name: 'a' }]),
    found('QueryNames', [
      { ACL: {} },
      { _rperm: 'x' },
      { _wperm: { $in: ['*'] } },
      { _hashed_password: 'x' },
      { _session_token: 'x' },
      { '1a': 1 },
      { 'a-b': 1 },
      { '': 1 },
      { 'a b': 1 },
      { _id: 'x' },
      { 'a..b': 1 },
      { '.a': 1 },
      { 'a.': 1 },
      { "a'b": 1 },
      { 'a"b': 1 },
      { className: 'x' },
      { length: 1 },
    ]),
    where('QueryNames', { _hashed_password: 'x' }).master(),
    where('QueryNames', { _email_verify_token: 'x' }).master(),
    where('QueryNames', { ACL: {} }).master(),
  ]),
];
