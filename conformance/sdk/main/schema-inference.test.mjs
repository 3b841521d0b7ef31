import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

async function fieldsOf(className) {
  return (await new Parse.Schema(className).get()).fields;
}

function mismatch(className, field, expected, got) {
  return `schema mismatch for ${className}.${field}; expected ${expected} but got ${got}`;
}

it('the first save makes the class and its fields', async () => {
  const kid = await new Parse.Object('Kid').save();
  const saved = await new Parse.Object(fresh()).save({
    text: 't',
    number: 1,
    yes: true,
    when: new Date(0),
    object: { a: 1 },
    list: [1],
    point: new Parse.GeoPoint(1, 2),
    kid,
  });
  const { text, number, yes, when, object, list, point, kid: pointer } = await fieldsOf(saved.className);
  assert.deepEqual(
    [text, number, yes, when, object, list, point].map(({ type }) => type),
    ['String', 'Number', 'Boolean', 'Date', 'Object', 'Array', 'GeoPoint']
  );
  assert.deepEqual(pointer, { type: 'Pointer', targetClass: 'Kid' });
});

it('operations tell the type of a new field', async () => {
  const kid = await new Parse.Object('Kid').save();
  const saved = new Parse.Object(fresh());
  saved.increment('n');
  saved.add('list', 1);
  saved.relation('kids').add(kid);
  await saved.save();
  const { n, list, kids } = await fieldsOf(saved.className);
  assert.equal(n.type, 'Number');
  assert.equal(list.type, 'Array');
  assert.deepEqual(kids, { type: 'Relation', targetClass: 'Kid' });
});

it('a later save adds the fields that are new', async () => {
  const saved = await new Parse.Object(fresh()).save({ a: 1 });
  await saved.save({ b: 'two' });
  assert.equal((await fieldsOf(saved.className)).b.type, 'String');
});

it('null makes no field', async () => {
  const saved = await new Parse.Object(fresh()).save({ nothing: null, a: 1 });
  assert.equal((await fieldsOf(saved.className)).nothing, undefined);
});

for (const [was, is, first, second] of [
  ['Number', 'String', 1, 'one'],
  ['String', 'Number', 'one', 1],
  ['Boolean', 'String', true, 'true'],
  ['Array', 'Object', [1], { a: 1 }],
  ['Object', 'Array', { a: 1 }, [1]],
  ['Date', 'String', { __type: 'Date', iso: '2020-01-01T00:00:00.000Z' }, '2020-01-01T00:00:00.000Z'],
  ['GeoPoint', 'Number', { __type: 'GeoPoint', latitude: 1, longitude: 2 }, 3],
]) {
  it(`a ${was} field refuses a ${is}`, async () => {
    const Thing = fresh();
    succeeded(await send('POST', `/classes/${Thing}`, { body: { f: first } }), 201);
    answered(await send('POST', `/classes/${Thing}`, { body: { f: second } }), 400, {
      code: 111,
      error: mismatch(Thing, 'f', was, is),
    });
  });
}

it('a pointer field refuses a pointer to another class, naming both', async () => {
  const saved = await new Parse.Object(fresh()).save({ kid: Parse.Object.fromJSON({ className: 'Kid', objectId: 'a' }) });
  const dog = Parse.Object.fromJSON({ className: 'Dog', objectId: 'a' });
  await refused(
    new Parse.Object(saved.className).save({ kid: dog }),
    111,
    mismatch(saved.className, 'kid', 'Pointer<Kid>', 'Pointer<Dog>')
  );
});

it('a relation field refuses an object of another class', async () => {
  const [kid, dog] = [await new Parse.Object('Kid').save(), await new Parse.Object('Dog').save()];
  const saved = new Parse.Object(fresh());
  saved.relation('kids').add(kid);
  await saved.save();
  const answer = await send('PUT', `/classes/${saved.className}/${saved.id}`, {
    body: { kids: { __op: 'AddRelation', objects: [dog.toPointer()] } },
  });
  failedWith(answer, 400, 111, mismatch(saved.className, 'kids', 'Relation<Kid>', 'Relation<Dog>'));
});

it('an update is held to the types too', async () => {
  const saved = await new Parse.Object(fresh()).save({ n: 1 });
  await refused(saved.save({ n: 'one' }), 111, mismatch(saved.className, 'n', 'Number', 'String'));
});

for (const name of ['1st', 'with-dash', 'with space', '_under', 'ünicode']) {
  it(`the field name ${JSON.stringify(name)} is refused`, async () => {
    const answer = await send('POST', `/classes/${fresh()}`, { body: { [name]: 1 } });
    failedWith(answer, 400, 105, `Invalid field name: ${name}.`);
  });
}

it('the field name length is refused', async () => {
  failedWith(await send('POST', `/classes/${fresh()}`, { body: { length: 1 } }), 400, 105);
});

for (const name of ['_Bad', '1st', 'with-dash']) {
  it(`the class name ${name} is refused on write`, async () => {
    answered(await send('POST', `/classes/${name}`, { body: { n: 1 } }), 400, {
      code: 107,
      error: 'schema class name does not revalidate',
    });
  });
}

it('a class nobody wrote to is empty', async () => {
  answered(await send('GET', `/classes/${fresh()}`), 200, { results: [] });
});

it('many first writes at once make one class', async () => {
  const Thing = fresh();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => send('POST', `/classes/${Thing}`, { body: { n, [`f${n % 3}`]: n } }))
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(await new Parse.Query(Thing).count(), 12);
  const fields = await fieldsOf(Thing);
  assert.deepEqual([fields.f0.type, fields.f1.type, fields.f2.type], ['Number', 'Number', 'Number']);
});

it('a required field must be there on create', async () => {
  const Thing = fresh();
  const schema = new Parse.Schema(Thing);
  schema.addString('name', { required: true });
  await schema.save();
  await refused(new Parse.Object(Thing).save({ n: 1 }), 142, 'name is required');
  await refused(new Parse.Object(Thing).save({ name: '' }), 142, 'name is required');
  await new Parse.Object(Thing).save({ name: 'kettle' });
});

it('a required field may be left out of an update but not emptied by it', async () => {
  const Thing = fresh();
  const schema = new Parse.Schema(Thing);
  schema.addString('name', { required: true });
  await schema.save();
  const saved = await new Parse.Object(Thing).save({ name: 'kettle' });
  await saved.save({ n: 1 });
  const answer = await send('PUT', `/classes/${Thing}/${saved.id}`, { body: { name: null } });
  failedWith(answer, 400, 142, 'name is required');
});

it('a default value fills a missing field and is returned', async () => {
  const Thing = fresh();
  const schema = new Parse.Schema(Thing);
  schema.addNumber('n', { defaultValue: 5 });
  schema.addString('name', { defaultValue: 'unnamed' });
  await schema.save();
  const saved = await new Parse.Object(Thing).save({ name: 'kettle' });
  assert.equal(saved.get('n'), 5);
  const found = await new Parse.Query(Thing).get(saved.id);
  assert.deepEqual([found.get('n'), found.get('name')], [5, 'kettle']);
});
