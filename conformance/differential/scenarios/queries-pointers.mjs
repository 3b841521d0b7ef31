// Constraints on pointers, and the queries inside queries.

import { create, found, pointer, rows, scenario, signUp, where } from '../scenario.mjs';

const team = id => pointer('PtrTeam', id);
const club = id => pointer('SubClub', id);

export default [
  scenario('Pointers', [
    create('PtrTeam', { name: 'red' }).as('red'),
    create('PtrTeam', { name: 'blue' }).as('blue'),
    rows('PtrPlayer', [
      { name: 'ann', team: team('{{red.objectId}}') },
      { name: 'bob', team: team('{{blue.objectId}}') },
      { name: 'cat', team: team('{{red.objectId}}') },
      { name: 'dan' },
      { name: 'eve', team: team('dangling') },
    ]),
    found('PtrPlayer', [
      { team: team('{{red.objectId}}') },
      { team: pointer('SomethingElse', '{{red.objectId}}') },
      { team: '{{red.objectId}}' },
      { team: { $eq: team('{{red.objectId}}') } },
      { team: { $ne: team('{{red.objectId}}') } },
      { team: { $in: [team('{{red.objectId}}'), team('dangling')] } },
      { team: { $in: [] } },
      { team: { $nin: [team('{{red.objectId}}')] } },
      { team: { $nin: [] } },
      { team: { $exists: true } },
      { team: { $exists: false } },
      { team: null },
      { team: { $all: [team('{{red.objectId}}')] } },
      { 'team.name': 'red' },
      { team: { __type: 'Object', className: 'PtrTeam', objectId: '{{red.objectId}}' } },
      { team: { __type: 'Pointer', className: 'PtrTeam' } },
      { team: 5 },
      { team: { $gt: ' ' } },
      { $or: [{ team: team('{{blue.objectId}}') }, { name: 'ann' }] },
    ]),
  ]),

  scenario('Queries inside queries', [
    create('SubClub', { name: 'red', city: 'Rome', rank: 1 }).as('red'),
    create('SubClub', { name: 'blue', city: 'Bonn', rank: 2 }).as('blue'),
    create('SubClub', { name: 'green', city: 'Rome', rank: 3 }).as('green'),
    rows('SubMember', [
      { name: 'ann', club: club('{{red.objectId}}'), home: 'Rome' },
      { name: 'bob', club: club('{{blue.objectId}}'), home: 'Rome' },
      { name: 'cat', club: club('{{green.objectId}}'), home: 'Bonn' },
      { name: 'dan', home: 'Oslo' },
      { name: 'eve', clubs: [club('{{red.objectId}}'), club('{{blue.objectId}}')] },
    ]),
    found('SubMember', [
      { club: { $inQuery: { className: 'SubClub', where: { city: 'Rome' } } } },
      { club: { $inQuery: { className: 'SubClub', where: {} } } },
      { club: { $inQuery: { className: 'SubClub', where: { city: 'Nowhere' } } } },
      { club: { $inQuery: { className: 'SubClub', where: { city: 'Rome' }, limit: 1, order: 'rank' } } },
      { club: { $inQuery: { className: 'SubClub', where: { rank: { $gt: 1 } } } } },
      { club: { $notInQuery: { className: 'SubClub', where: { city: 'Rome' } } } },
      { club: { $notInQuery: { className: 'SubClub', where: { city: 'Nowhere' } } } },
      { clubs: { $inQuery: { className: 'SubClub', where: { name: 'blue' } } } },
      { club: { $inQuery: { className: 'SubNowhere', where: {} } } },
      { home: { $select: { query: { className: 'SubClub', where: { rank: 1 } }, key: 'city' } } },
      { home: { $select: { query: { className: 'SubClub', where: {} }, key: 'city' } } },
      { home: { $select: { query: { className: 'SubClub' }, key: 'city' } } },
      { home: { $dontSelect: { query: { className: 'SubClub', where: {} }, key: 'city' } } },
      { home: { $dontSelect: { query: { className: 'SubClub', where: { city: 'Nowhere' } }, key: 'city' } } },
      { home: { $select: { query: { className: 'SubClub', where: {} }, key: 'nothing' } } },
      { home: { $dontSelect: { query: { className: 'SubClub', where: {} }, key: 'nothing' } } },
      {
        club: {
          $inQuery: {
            className: 'SubClub',
            where: { city: { $select: { query: { className: 'SubMember', where: { name: 'cat' } }, key: 'home' } } },
          },
        },
      },
      { $or: [{ club: { $inQuery: { className: 'SubClub', where: { name: 'blue' } } } }, { name: 'dan' }] },
      { club: { $inQuery: { className: 'SubClub', where: { name: 'red' } } }, home: 'Rome' },
    ]),
  ]),

  scenario('A query inside a query sees only what the caller may read', [
    signUp('sub-ann').as('ann'),
    create('SubHidden', { name: 'secret', ACL: { '{{ann.objectId}}': { read: true } } }).by('ann').as('s'),
    create('SubSeeker', { name: 'a', p: pointer('SubHidden', '{{s.objectId}}') }),
    where('SubSeeker', { p: { $inQuery: { className: 'SubHidden', where: { name: 'secret' } } } }),
    where('SubSeeker', { p: { $inQuery: { className: 'SubHidden', where: { name: 'secret' } } } }).by('ann'),
  ]),

  scenario('Queries inside queries, written wrongly', [
    rows('SubBad', [{ name: 'a', club: pointer('SubBadTarget', 'x'), home: 'x' }]),
    found('SubBad', [
      { club: { $inQuery: { className: 'SubBadTarget' } } },
      { club: { $inQuery: { where: {} } } },
      { club: { $inQuery: {} } },
      { club: { $inQuery: 'x' } },
      { club: { $inQuery: null } },
      { club: { $notInQuery: { className: 'SubBadTarget' } } },
      { club: { $notInQuery: {} } },
      { home: { $select: {} } },
      { home: { $select: { query: {}, key: 'x' } } },
      { home: { $select: { query: { className: 'SubBadTarget', where: {} } } } },
      { home: { $select: { key: 'x' } } },
      { home: { $select: { query: { className: 'SubBadTarget' }, key: 'x', extra: 1 } } },
      { home: { $select: 'x' } },
      { home: { $dontSelect: {} } },
      { home: { $dontSelect: { query: { className: 'SubBadTarget' } } } },
      { club: { $inQuery: { className: 'bad-name', where: {} } } },
      { club: { $inQuery: { className: 'SubBadTarget', where: { x: { $in: 1 } } } } },
      { club: { $inQuery: { className: '_PushStatus', where: {} } } },
    ]),
  ]),

  scenario('Select takes values of any type and at any depth', [
    rows('SelSource', [
      { name: 'a', n: 1, o: { k: 'deep' }, tags: ['x', 'y'] },
      { name: 'b', n: 2 },
    ]),
    rows('SelTarget', [{ name: 'one', n: 1, s: 'deep', t: 'x' }, { name: 'two', n: 3, s: 'other', t: 'z' }]),
    found('SelTarget', [
      { n: { $select: { query: { className: 'SelSource' }, key: 'n' } } },
      { n: { $dontSelect: { query: { className: 'SelSource' }, key: 'n' } } },
      { s: { $select: { query: { className: 'SelSource', where: { name: 'a' } }, key: 'o.k' } } },
      { t: { $select: { query: { className: 'SelSource', where: { name: 'a' } }, key: 'tags' } } },
    ]),
  ]),

  scenario('Select looks into pointers', [
    create('SelGroup', { name: 'one' }).as('one'),
    create('SelGroup', { name: 'two' }),
    create('SelMember', { kind: 'x', group: pointer('SelGroup', '{{one.objectId}}') }),
    create('SelMember', { kind: 'y' }),
    create('SelMember', { kind: 'z', group: pointer('SelGroup', 'missing') }),
    found('SelGroup', [
      { objectId: { $select: { query: { className: 'SelMember', where: { kind: 'x' } }, key: 'group.objectId' } } },
      { objectId: { $dontSelect: { query: { className: 'SelMember', where: { kind: 'x' } }, key: 'group.objectId' } } },
      { objectId: { $select: { query: { className: 'SelMember', where: { kind: { $in: ['x', 'z'] } } }, key: 'group.objectId' } } },
      { objectId: { $select: { query: { className: 'SelMember', where: { kind: 'z' } }, key: 'group.objectId' } } },
      { name: { $select: { query: { className: 'SelMember', where: { kind: 'x' } }, key: 'group.nothing' } } },
      { name: { $select: { query: { className: 'SelMember', where: { kind: 'x' } }, key: 'kind.nothing' } } },
      { name: { $dontSelect: { query: { className: 'SelMember', where: { kind: 'x' } }, key: 'kind.nothing' } } },
    ]),
  ]),
];
