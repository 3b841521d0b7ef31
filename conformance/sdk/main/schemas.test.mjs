import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);
const STANDARD = {
  objectId: { type: 'String' },
  createdAt: { type: 'Date' },
  updatedAt: { type: 'Date' },
  ACL: { type: 'ACL' },
};

function define(body, path = `/schemas/${body.className}`) {
  return send('POST', path, { key: 'master', body });
}

function alter(className, body) {
  return send('PUT', `/schemas/${className}`, { key: 'master', body: { className, ...body } });
}

it('a class is defined with every type', async () => {
  const Thing = fresh();
  const schema = new Parse.Schema(Thing)
    .addString('s')
    .addNumber('n')
    .addBoolean('b')
    .addDate('d')
    .addObject('o')
    .addArray('a')
    .addGeoPoint('g')
    .addPolygon('p')
    .addFile('f')
    .addField('y', 'Bytes')
    .addPointer('kid', '_User')
    .addRelation('kids', '_User');
  await schema.save();
  const { fields } = await new Parse.Schema(Thing).get();
  assert.deepEqual(fields, {
    ...STANDARD,
    s: { type: 'String' },
    n: { type: 'Number' },
    b: { type: 'Boolean' },
    d: { type: 'Date' },
    o: { type: 'Object' },
    a: { type: 'Array' },
    g: { type: 'GeoPoint' },
    p: { type: 'Polygon' },
    f: { type: 'File' },
    y: { type: 'Bytes' },
    kid: { type: 'Pointer', targetClass: '_User' },
    kids: { type: 'Relation', targetClass: '_User' },
  });
});

it('a definition is held to by the first save', async () => {
  const Thing = fresh();
  await new Parse.Schema(Thing).addNumber('n').save();
  await refused(new Parse.Object(Thing).save({ n: 'one' }), 111);
});

it('a class may be named in the body alone', async () => {
  const Thing = fresh();
  const body = succeeded(await define({ className: Thing, fields: { n: { type: 'Number' } } }, '/schemas'));
  assert.equal(body.className, Thing);
});

it('a new class is answered with its whole schema', async () => {
  const Thing = fresh();
  const body = succeeded(await define({ className: Thing, fields: {} }));
  assert.deepEqual(body.fields, STANDARD);
  assert.deepEqual(body.classLevelPermissions.find, { '*': true });
});

it('all classes are listed', async () => {
  const saved = await new Parse.Object(fresh()).save({ n: 1 });
  const names = (await Parse.Schema.all()).map(({ className }) => className);
  for (const name of [saved.className, '_User', '_Role']) assert.ok(names.includes(name), name);
});

it('a class nobody defined does not exist', async () => {
  const Thing = fresh();
  failedWith(await send('GET', `/schemas/${Thing}`, { key: 'master' }), 400, 103, `Class ${Thing} does not exist.`);
});

it('a class is defined once', async () => {
  const Thing = fresh();
  succeeded(await define({ className: Thing, fields: {} }));
  failedWith(await define({ className: Thing, fields: {} }), 400, 103, `Class ${Thing} already exists.`);
});

it('the name in the path and in the body must agree', async () => {
  const [one, two] = [fresh(), fresh()];
  failedWith(await define({ className: one, fields: {} }, `/schemas/${two}`), 400, 103);
});

it('a class without a name is refused', async () => {
  failedWith(await define({ fields: {} }, '/schemas'), 400, 135, 'POST /schemas needs a class name.');
});

it('a class with a bad name is refused at length', async () => {
  failedWith(
    await define({ className: '1st', fields: {} }),
    400,
    103,
    'Invalid classname: 1st, classnames can only have alphanumeric characters and _, and must start with an alpha character '
  );
});

it('a field with a bad name is refused', async () => {
  failedWith(
    await define({ className: fresh(), fields: { '0x': { type: 'String' } } }),
    400,
    105,
    'invalid field name: 0x'
  );
});

it('a field of a type nobody knows is refused', async () => {
  failedWith(
    await define({ className: fresh(), fields: { f: { type: 'Colour' } } }),
    400,
    111,
    'invalid field type: Colour'
  );
});

it('a pointer without a class is refused', async () => {
  failedWith(
    await define({ className: fresh(), fields: { f: { type: 'Pointer' } } }),
    400,
    135,
    'type Pointer needs a class name'
  );
});

it('a standard field cannot be defined', async () => {
  failedWith(
    await define({ className: fresh(), fields: { objectId: { type: 'String' } } }),
    400,
    136,
    'field objectId cannot be added'
  );
});

it('a default of the wrong type is refused', async () => {
  const Thing = fresh();
  failedWith(
    await define({ className: Thing, fields: { n: { type: 'Number', defaultValue: 'one' } } }),
    400,
    111,
    `schema mismatch for ${Thing}.n default value; expected Number but got String`
  );
});

it('two geo points in one class are refused', async () => {
  const fields = { a: { type: 'GeoPoint' }, b: { type: 'GeoPoint' } };
  failedWith(await define({ className: fresh(), fields }), 400, 111);
});

it('required and default are kept and shown', async () => {
  const Thing = fresh();
  await new Parse.Schema(Thing).addNumber('n', { required: true, defaultValue: 5 }).save();
  const { fields } = await new Parse.Schema(Thing).get();
  assert.deepEqual(fields.n, { type: 'Number', required: true, defaultValue: 5 });
});

it('a field is added', async () => {
  const Thing = fresh();
  await new Parse.Schema(Thing).addNumber('n').save();
  await new Parse.Schema(Thing).addString('s').update();
  const { fields } = await new Parse.Schema(Thing).get();
  assert.deepEqual([fields.n.type, fields.s.type], ['Number', 'String']);
});

it('a field is removed with its values', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save({ n: 1, s: 'a' });
  await new Parse.Schema(Thing).deleteField('n').update();
  const { fields } = await new Parse.Schema(Thing).get();
  assert.equal(fields.n, undefined);
  const body = succeeded(await send('GET', `/classes/${Thing}/${saved.id}`));
  assert.equal('n' in body, false);
  assert.equal(body.s, 'a');
});

it('a removed field may come back with another type', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save({ n: 1 });
  await new Parse.Schema(Thing).deleteField('n').update();
  await saved.fetch();
  const answer = await send('PUT', `/classes/${Thing}/${saved.id}`, { body: { n: 'one' } });
  succeeded(answer);
});

it('the type of a field cannot be changed', async () => {
  const Thing = fresh();
  await new Parse.Schema(Thing).addNumber('n').save();
  failedWith(await alter(Thing, { fields: { n: { type: 'String' } } }), 400, 255, 'Field n exists, cannot update.');
});

it('a field that is not there cannot be removed', async () => {
  const Thing = fresh();
  await new Parse.Schema(Thing).addNumber('n').save();
  failedWith(
    await alter(Thing, { fields: { x: { __op: 'Delete' } } }),
    400,
    255,
    'Field x does not exist, cannot delete.'
  );
});

it('a standard field cannot be changed', async () => {
  const Thing = fresh();
  await new Parse.Schema(Thing).addNumber('n').save();
  failedWith(
    await alter(Thing, { fields: { objectId: { __op: 'Delete' } } }),
    400,
    136,
    'field objectId cannot be changed'
  );
});

it('a class that does not exist cannot be altered', async () => {
  const Thing = fresh();
  failedWith(await alter(Thing, { fields: {} }), 400, 103, `Class ${Thing} does not exist.`);
});

it('an index is added, shown and removed', async () => {
  const Thing = fresh();
  const name = fresh('ix');
  await new Parse.Schema(Thing).addString('s').addIndex(name, { s: 1 }).save();
  const { indexes } = await new Parse.Schema(Thing).get();
  assert.deepEqual(indexes[name], { s: 1 });
  await new Parse.Schema(Thing).deleteIndex(name).update();
  assert.equal((await new Parse.Schema(Thing).get()).indexes?.[name], undefined);
});

it('an index is added once', async () => {
  const Thing = fresh();
  const name = fresh('ix');
  await new Parse.Schema(Thing).addString('s').addIndex(name, { s: 1 }).save();
  failedWith(await alter(Thing, { indexes: { [name]: { s: 1 } } }), 400, 102, `Index ${name} exists, cannot update.`);
});

it('an index that is not there cannot be removed', async () => {
  const Thing = fresh();
  const name = fresh('ix');
  await new Parse.Schema(Thing).addString('s').save();
  failedWith(
    await alter(Thing, { indexes: { [name]: { __op: 'Delete' } } }),
    400,
    102,
    `Index ${name} does not exist, cannot delete.`
  );
});

it('an index on a field that is not there is refused', async () => {
  const Thing = fresh();
  await new Parse.Schema(Thing).addString('s').save();
  failedWith(
    await alter(Thing, { indexes: { [fresh('ix')]: { never: 1 } } }),
    400,
    102,
    'Field never does not exist, cannot add index.'
  );
});

it('an empty class is deleted', async () => {
  const Thing = fresh();
  await new Parse.Schema(Thing).addNumber('n').save();
  await new Parse.Schema(Thing).delete();
  failedWith(await send('GET', `/schemas/${Thing}`, { key: 'master' }), 400, 103);
});

it('a class with objects is not deleted', async () => {
  const { className } = await new Parse.Object(fresh()).save({ n: 1 });
  failedWith(
    await send('DELETE', `/schemas/${className}`, { key: 'master' }),
    400,
    255,
    `Class ${className} is not empty, contains 1 objects, cannot drop schema.`
  );
});

it('deleting a class that does not exist is no error', async () => {
  answered(await send('DELETE', `/schemas/${fresh()}`, { key: 'master' }), 200, {});
});

it('a deleted class may be made again with other types', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save({ n: 1 });
  await saved.destroy();
  await new Parse.Schema(Thing).delete();
  await new Parse.Object(Thing).save({ n: 'one' });
  assert.equal((await new Parse.Schema(Thing).get()).fields.n.type, 'String');
});

it('the schema of users shows the fields of users', async () => {
  const { fields } = await new Parse.Schema('_User').get();
  assert.deepEqual(
    ['username', 'password', 'email', 'emailVerified', 'authData'].map(name => fields[name]?.type),
    ['String', 'String', 'String', 'Boolean', 'Object']
  );
  assert.deepEqual(Object.keys(fields).filter(name => name.startsWith('_')), []);
});

it('a user may not see schemas', async () => {
  const ada = await person();
  answered(await send('GET', '/schemas', { token: ada.token }), 403, { error: 'Permission denied' });
});

it('purge empties a class and keeps its schema', async () => {
  const { className } = await new Parse.Object(fresh()).save({ n: 1 });
  await new Parse.Schema(className).purge();
  assert.equal(await new Parse.Query(className).count(), 0);
  assert.equal((await new Parse.Schema(className).get()).fields.n.type, 'Number');
});

it('purge of a class that does not exist is no error', async () => {
  answered(await send('DELETE', `/purge/${fresh()}`, { key: 'master' }), 200, {});
});

it('purge needs the master key', async () => {
  const { className } = await new Parse.Object(fresh()).save({ n: 1 });
  answered(await send('DELETE', `/purge/${className}`), 403, { error: 'Permission denied' });
  assert.equal(await new Parse.Query(className).count(), 1);
});
