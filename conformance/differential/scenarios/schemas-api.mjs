// Classes, fields and indexes by the master key.

import { create, date, del, find, get, post, put, scenario } from '../scenario.mjs';

const make = (className, fields, more = {}) => post(`/schemas/${className}`, { className, fields, ...more }).master();

export default [
  scenario('A class with a field of every type', [
    make('SchemaEvery', {
      s: { type: 'String' },
      n: { type: 'Number' },
      b: { type: 'Boolean' },
      d: { type: 'Date' },
      o: { type: 'Object' },
      l: { type: 'Array' },
      g: { type: 'GeoPoint' },
      y: { type: 'Polygon' },
      f: { type: 'File' },
      t: { type: 'Bytes' },
      p: { type: 'Pointer', targetClass: '_User' },
      r: { type: 'Relation', targetClass: '_User' },
    }),
    get('/schemas/SchemaEvery').master(),
    find('SchemaEvery'),
    make('SchemaEvery', {}).named('the same class again'),
    del('/schemas/SchemaEvery').master(),
    get('/schemas/SchemaEvery').master().named('after dropping it'),
    del('/schemas/SchemaEvery').master().named('drop it again'),
  ]),

  scenario('Classes made from the body or the path', [
    post('/schemas', { className: 'SchemaBody', fields: {} }).master(),
    post('/schemas', {}).master(),
    post('/schemas/SchemaPath', {}).master(),
    post('/schemas/SchemaPathA', { className: 'SchemaPathB' }).master(),
    post('/schemas/bad-name', { className: 'bad-name' }).master(),
    post('/schemas/_Nonsense', { className: '_Nonsense' }).master(),
    post('/schemas/1abc', {}).master(),
    get('/schemas/SchemaNobody').master(),
    get('/schemas/bad-name').master(),
    put('/schemas/SchemaNobody', { fields: { a: { type: 'String' } } }).master(),
    put('/schemas/SchemaBody', { className: 'SchemaOther' }).master(),
    del('/schemas/bad-name').master(),
    del('/schemas/SchemaNobody').master(),
  ]),

  scenario('Fields written wrongly', [
    ...[
      { 'bad-name': { type: 'String' } },
      { '0x': { type: 'String' } },
      { objectId: { type: 'String' } },
      { createdAt: { type: 'Date' } },
      { ACL: { type: 'ACL' } },
      { a: { type: 'Nonsense' } },
      { a: {} },
      { a: 'String' },
      { a: { type: 5 } },
      { a: { type: 'Pointer' } },
      { a: { type: 'Pointer', targetClass: 'bad-name' } },
      { a: { type: 'Pointer', targetClass: 5 } },
      { a: { type: 'Relation' } },
      { a: { type: 'GeoPoint' }, b: { type: 'GeoPoint' } },
      { a: { type: 'Number', defaultValue: 'text' } },
      { a: { type: 'Relation', targetClass: '_User', required: true } },
      { a: { type: 'Relation', targetClass: '_User', defaultValue: 'x' } },
      { length: { type: 'String' } },
      { className: { type: 'String' } },
      { _secret: { type: 'String' } },
    ].map((fields, index) => make(`SchemaBad${index}`, fields)),
    get('/schemas/SchemaBad0').master(),
  ]),

  scenario('Adding, changing and deleting fields', [
    make('SchemaChange', { a: { type: 'String' }, r: { type: 'Relation', targetClass: '_User' } }),
    create('SchemaChange', { a: 'x' }).as('o'),
    put('/schemas/SchemaChange', { fields: { b: { type: 'Number' } } }).master(),
    put('/schemas/SchemaChange', { fields: { a: { type: 'Number' } } }).master(),
    put('/schemas/SchemaChange', { fields: { a: { type: 'String' } } }).master(),
    put('/schemas/SchemaChange', { fields: { a: { type: 'String', required: true } } }).master(),
    put('/schemas/SchemaChange', { fields: { nothing: { __op: 'Delete' } } }).master(),
    put('/schemas/SchemaChange', { fields: { objectId: { __op: 'Delete' } } }).master(),
    put('/schemas/SchemaChange', { fields: { createdAt: { type: 'Date' } } }).master(),
    put('/schemas/SchemaChange', { fields: { a: { __op: 'Delete' } } }).master(),
    get('/classes/SchemaChange/{{o.objectId}}'),
    put('/schemas/SchemaChange', { fields: { r: { __op: 'Delete' } } }).master(),
    put('/schemas/SchemaChange', { fields: { a: { type: 'Number' } } }).master().named('add it again with another type'),
    create('SchemaChange', { a: 5 }),
    put('/schemas/SchemaChange', {}).master(),
    put('/schemas/SchemaChange', { fields: { c: { type: 'Nonsense' } } }).master(),
    get('/schemas/SchemaChange').master(),
    create('SchemaChange', { b: 'not a number' }),
  ]),

  scenario('Default values of every type', [
    make('SchemaDefaults', {
      s: { type: 'String', defaultValue: 'text' },
      n: { type: 'Number', defaultValue: 0 },
      b: { type: 'Boolean', defaultValue: false },
      d: { type: 'Date', defaultValue: date('2020-01-02T03:04:05.678Z') },
      o: { type: 'Object', defaultValue: { a: 1 } },
      l: { type: 'Array', defaultValue: [1, 2] },
    }),
    create('SchemaDefaults', {}).as('o'),
    get('/classes/SchemaDefaults/{{o.objectId}}'),
    get('/schemas/SchemaDefaults').master(),
  ]),

  scenario('Indexes', [
    make('SchemaIndex', { a: { type: 'String' }, b: { type: 'Number' } }, { indexes: { diff_a: { a: 1 } } }),
    get('/schemas/SchemaIndex').master(),
    put('/schemas/SchemaIndex', { indexes: { diff_ab: { a: 1, b: -1 } } }).master(),
    put('/schemas/SchemaIndex', { indexes: { diff_a: { b: 1 } } }).master(),
    put('/schemas/SchemaIndex', { indexes: { diff_none: { nothing: 1 } } }).master(),
    put('/schemas/SchemaIndex', { indexes: { diff_gone: { __op: 'Delete' } } }).master(),
    put('/schemas/SchemaIndex', { indexes: { diff_a: { __op: 'Delete' } } }).master(),
    get('/schemas/SchemaIndex').master().named('at the end'),
  ]),

  scenario('Permissions of a class', [
    make('SchemaPermissions', { a: { type: 'String' } }),
    get('/schemas/SchemaPermissions').master(),
    put('/schemas/SchemaPermissions', { classLevelPermissions: { find: { '*': true } } }).master(),
    get('/schemas/SchemaPermissions').master().named('after setting one permission'),
    put('/schemas/SchemaPermissions', { classLevelPermissions: {} }).master(),
    get('/schemas/SchemaPermissions').master().named('after setting none'),
    put('/schemas/SchemaPermissions', { classLevelPermissions: { find: { '*': false } } }).master(),
  ]),

  scenario('Dropping classes and purging rows', [
    create('SchemaDrop', { a: 1 }).as('o'),
    del('/schemas/SchemaDrop').master(),
    del('/purge/SchemaDrop'),
    del('/purge/SchemaDrop').readOnlyMaster(),
    del('/purge/SchemaDrop').master(),
    find('SchemaDrop'),
    get('/schemas/SchemaDrop').master(),
    del('/schemas/SchemaDrop').master().named('drop the empty class'),
    del('/purge/SchemaNobodyAtAll').master(),
    find('SchemaDrop').named('find in a dropped class'),
    create('SchemaDrop', { a: 'another type' }),
  ]),

  scenario('Only the master may', [
    get('/schemas'),
    get('/schemas/_User'),
    post('/schemas/SchemaMine', {}),
    put('/schemas/SchemaMine', {}),
    del('/schemas/SchemaMine'),
    get('/schemas/_User').readOnlyMaster(),
    post('/schemas/SchemaMine', {}).readOnlyMaster(),
    put('/schemas/_User', { fields: { a: { type: 'String' } } }).readOnlyMaster(),
    del('/schemas/SchemaMine').readOnlyMaster(),
    get('/schemas/_User').maintenance(),
  ]),

  scenario('Classes of the system are dropped', [
    del('/schemas/_Product').master().named('whether or not it was there'),
    make('_Product', { extra: { type: 'String' } }),
    get('/schemas/_Product').master(),
    del('/schemas/_Product').master(),
    get('/schemas/_Product').master().named('after dropping it'),
    get('/schemas').master().only(body => body.results.some(({ className }) => className === '_Product')),
    make('_Product', {}).named('make it again'),
    ['_GlobalConfig', '_Hooks', '_GraphQLConfig', '_Nonsense'].map(name => del(`/schemas/${name}`).master()),
  ]),

  scenario('The classes of the system', [
    get('/schemas/_Role').master(),
    get('/schemas/_User').master().only(standardFields),
    get('/schemas/_Installation').master().only(standardFields),
    get('/schemas/_Session').master().only(standardFields),
    get('/schemas/_PushStatus').master(),
    get('/schemas/_JobStatus').master(),
    get('/schemas')
      .master()
      .only(body => body.results.map(({ className }) => className).filter(name => /^_(User|Role)$/.test(name)).sort()),
    put('/schemas/_User', { fields: { password: { __op: 'Delete' } } }).master(),
    put('/schemas/_Role', { fields: { name: { __op: 'Delete' } } }).master(),
    put('/schemas/_User', { fields: { email: { type: 'Number' } } }).master(),
    post('/schemas/_User', { className: '_User' }).master(),
  ]),
];

/** Other scenarios add fields of their own to the classes all scenarios share. */
function standardFields(body) {
  const standard =
    /^(objectId|createdAt|updatedAt|ACL|username|password|email|emailVerified|authData|user|sessionToken|expiresAt|createdWith|installationId|device\w+|badge|channels|timeZone|push\w+|app\w+|GCMSenderId|localeIdentifier|parseVersion)$/;
  const fields = Object.fromEntries(Object.entries(body.fields).filter(([name]) => standard.test(name)));
  return { ...body, fields };
}
