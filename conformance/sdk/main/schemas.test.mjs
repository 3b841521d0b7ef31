import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { failedWith, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);
const STANDARD = {
  objectId: { type: 'String' },
  createdAt: { type: 'Date' },
  updatedAt: { type: 'Date' },
  ACL: { type: 'ACL' },
};

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

it('all classes are listed', async () => {
  const saved = await new Parse.Object(fresh()).save({ n: 1 });
  const names = (await Parse.Schema.all()).map(({ className }) => className);
  for (const name of [saved.className, '_User', '_Role']) assert.ok(names.includes(name), name);
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

it('an index is added, shown and removed', async () => {
  const Thing = fresh();
  const name = fresh('ix');
  await new Parse.Schema(Thing).addString('s').addIndex(name, { s: 1 }).save();
  const { indexes } = await new Parse.Schema(Thing).get();
  assert.deepEqual(indexes[name], { s: 1 });
  await new Parse.Schema(Thing).deleteIndex(name).update();
  assert.equal((await new Parse.Schema(Thing).get()).indexes?.[name], undefined);
});

it('an empty class is deleted', async () => {
  const Thing = fresh();
  await new Parse.Schema(Thing).addNumber('n').save();
  await new Parse.Schema(Thing).delete();
  failedWith(await send('GET', `/schemas/${Thing}`, { key: 'master' }), 400, 103);
});

it('purge empties a class and keeps its schema', async () => {
  const { className } = await new Parse.Object(fresh()).save({ n: 1 });
  await new Parse.Schema(className).purge();
  assert.equal(await new Parse.Query(className).count(), 0);
  assert.equal((await new Parse.Schema(className).get()).fields.n.type, 'Number');
});

it('many first writes at once make one class', async () => {
  const Thing = fresh();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => send('POST', `/classes/${Thing}`, { body: { n, [`f${n % 3}`]: n } }))
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(await new Parse.Query(Thing).count(), 12);
  const { fields } = await new Parse.Schema(Thing).get();
  assert.deepEqual([fields.f0.type, fields.f1.type, fields.f2.type], ['Number', 'Number', 'Number']);
});

it('a saved object has the default values of its class', async () => {
  const Thing = fresh();
  await new Parse.Schema(Thing).addNumber('n', { defaultValue: 5 }).addString('name', { defaultValue: 'unnamed' }).save();
  const saved = await new Parse.Object(Thing).save({ name: 'kettle' });
  assert.deepEqual([saved.get('n'), saved.get('name')], [5, 'kettle']);
});
