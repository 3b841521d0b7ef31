// Changes through the schema API to adopted and to new classes.
import assert from 'node:assert/strict';
import { query } from '../database.mjs';
import { master, pointer } from '../rest.mjs';

const OPEN = { '*': true };

const COLUMNS = {
  String: 'text',
  Number: 'float8',
  Boolean: 'bool',
  Date: 'timestamptz',
  Object: 'jsonb',
  Array: 'jsonb',
  Bytes: 'jsonb',
  Pointer: 'text',
  File: 'text',
  GeoPoint: 'point',
  Polygon: 'polygon',
};

async function changeClasses(checks, server, database, { people, rules }) {
  const schema = name => server.get(`schemas/${name}`, master);
  await checks.check('A class is made with permissions, an index, required and default fields', async () => {
    await server.post(
      'schemas/Ledger',
      {
        className: 'Ledger',
        fields: {
          title: { type: 'String', required: true },
          state: { type: 'String', defaultValue: 'open' },
          keeper: { type: 'Pointer', targetClass: '_User' },
          hidden: { type: 'String' },
        },
        classLevelPermissions: {
          find: { 'role:Curators': true },
          get: { pointerFields: ['keeper'] },
          count: OPEN,
          create: { requiresAuthentication: true },
          update: { pointerFields: ['keeper'] },
          delete: {},
          addField: {},
          protectedFields: { '*': ['hidden'] },
        },
        indexes: { ledgerByTitle: { title: 1 } },
      },
      master
    );
    assert.deepEqual((await schema('Ledger')).fields.state, { type: 'String', defaultValue: 'open' });
  });
  await checks.check('Fields and an index are added to an adopted class', async () => {
    await server.put(
      'schemas/Kind',
      { fields: { colour: { type: 'String' } }, indexes: { kindByColour: { colour: 1 } } },
      master
    );
    const rows = await query(database, `select indexdef from pg_indexes where indexname = 'kindByColour'`);
    assert.match(rows[0].indexdef, /ON public\."Kind" USING btree \(colour\)/);
  });
  await checks.check('A field is deleted from an adopted class', async () => {
    await server.put('schemas/Catalogue', { fields: { stamp: { __op: 'Delete' } } }, master);
    assert.equal((await schema('Catalogue')).fields.stamp, undefined);
    const rows = await query(
      database,
      `select from information_schema.columns where table_name = 'Catalogue' and column_name = 'stamp'`
    );
    assert.equal(rows.length, 0);
  });
  await checks.check('Permissions of an adopted class are replaced and hold at once', async () => {
    const { classLevelPermissions } = await schema('Minutes');
    classLevelPermissions.find = { 'role:Curators': true, 'role:Visitors': true };
    await server.put('schemas/Minutes', { classLevelPermissions }, master);
    const { results } = await server.get('classes/Minutes', { as: { session: people.cleo.session } });
    assert.deepEqual(
      results.map(row => row.objectId),
      [rules.minutes]
    );
  });
  await checks.check('An adopted class is deleted', async () => {
    await server.delete('schemas/Doomed', master);
    const rows = await query(database, `select from "_SCHEMA" where "className" = 'Doomed'`);
    assert.deepEqual([rows.length, (await server.send('GET', 'schemas/Doomed', master)).body.code], [0, 103]);
  });
}

/** For every class: its columns are those its fields ask for, and no field lacks its column. */
async function columnsMatchFields(database) {
  const classes = await query(database, 'select "className" as name, schema->\'fields\' as fields from "_SCHEMA"');
  const rows = await query(
    database,
    `select table_name, column_name, udt_name from information_schema.columns where table_schema = 'public'`
  );
  const columns = new Map(rows.map(row => [`${row.table_name}.${row.column_name}`, row.udt_name]));
  const wrong = [];
  for (const { name, fields } of classes) {
    for (const [field, { type, contents }] of Object.entries(fields)) {
      if (type === 'Relation' || type === 'ACL') {
        continue;
      }
      const expected = contents?.type === 'String' ? '_text' : COLUMNS[type];
      if (columns.get(`${name}.${field}`) !== expected) {
        wrong.push(`${name}.${field}: ${type} in ${columns.get(`${name}.${field}`)}`);
      }
    }
  }
  return wrong;
}

export async function writeSchemas(checks, server, database, facts) {
  await changeClasses(checks, server, database, facts);
  const ledger = await checks.check('An object of the new class gets its default', async () => {
    const fields = { title: 'first', hidden: 'sum', keeper: pointer('_User', facts.tokens.eveId) };
    const created = await server.post('classes/Ledger', fields, { as: { session: facts.tokens.eve } });
    assert.equal(created.state, 'open');
    return created.objectId;
  });
  await checks.check('Every field in every schema has the column that Parse Server would give it', async () => {
    assert.deepEqual(await columnsMatchFields(database), []);
  });
  await checks.check('What we do not know in a schema row is kept when a field is added', async () => {
    const [row] = await query(
      database,
      `select schema->'operatorsNote' as note from "_SCHEMA" where "className" = 'Reading'`
    );
    assert.deepEqual(row.note, { kept: true });
  });
  return { ledger };
}
