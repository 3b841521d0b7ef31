// Choosing the fields of an answer.

import { addRelation, create, find, get, pointer, scenario } from '../scenario.mjs';

const CHOICES = [
  { keys: 'a' },
  { keys: 'a,b' },
  { keys: 'a, b' },
  { keys: '' },
  { keys: 'nothing' },
  { keys: 'objectId' },
  { keys: 'createdAt' },
  { keys: 'ACL' },
  { keys: 'map.x' },
  { keys: 'map' },
  { keys: '_rperm' },
  { keys: ['a'] },
  { keys: 5 },
  { excludeKeys: 'a' },
  { excludeKeys: 'a,b' },
  { excludeKeys: 'objectId,createdAt,updatedAt,ACL' },
  { excludeKeys: 'nothing' },
  { excludeKeys: '' },
  { excludeKeys: 'map.x' },
  { excludeKeys: ['a'] },
  { keys: 'a,b', excludeKeys: 'b' },
  { keys: 'a', excludeKeys: 'a' },
];

export default [
  scenario('Keys and excluded keys', [
    create('KeysThing', {
      a: 1,
      b: 'two',
      map: { x: 1, y: 2 },
      ACL: { '*': { read: true, write: true } },
    }).as('o'),
    CHOICES.map(choice => find('KeysThing', choice)),
    CHOICES.map(choice => get('/classes/KeysThing/{{o.objectId}}', choice)),
  ]),

  scenario('Keys that are repeated in the address', [
    create('KeysRepeated', { a: 1, b: 'two', c: true }).as('o'),
    get('/classes/KeysRepeated?keys=a&keys=b'),
    get('/classes/KeysRepeated?keys=a&keys=b,c'),
    get('/classes/KeysRepeated/{{o.objectId}}?keys=a&keys=b'),
    get('/classes/KeysRepeated?excludeKeys=a&excludeKeys=b'),
    get('/classes/KeysRepeated?order=a&order=-b'),
    get('/classes/KeysRepeated?include=a&include=b'),
  ]),

  scenario('Keys of relations', [
    create('KeysOwner', { name: 'a', rel: addRelation(pointer('KeysTarget', 'x')) }),
    find('KeysOwner'),
    find('KeysOwner', { keys: 'name' }),
    find('KeysOwner', { keys: 'rel' }),
    find('KeysOwner', { excludeKeys: 'rel' }),
  ]),
];
