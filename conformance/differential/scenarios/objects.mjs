// Creating, reading, updating and deleting single objects.

import { create, date, del, find, get, post, put, scenario } from '../scenario.mjs';

export default [
  scenario('A created object answers with its id and time, and reads back whole', [
    create('ObjPlain', { name: 'one', n: 1, yes: true, list: [1, 'two', null], map: { a: { b: 2 } } }).as('o'),
    get('/classes/ObjPlain/{{o.objectId}}'),
    find('ObjPlain'),
    put('/classes/ObjPlain/{{o.objectId}}', { n: 2 }),
    get('/classes/ObjPlain/{{o.objectId}}').named('read after the update'),
    del('/classes/ObjPlain/{{o.objectId}}'),
    get('/classes/ObjPlain/{{o.objectId}}').named('read after the deletion'),
  ]),
];
