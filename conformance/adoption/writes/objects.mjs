// Writes of every kind to adopted and to new objects.
import assert from 'node:assert/strict';
import { LONG_CLASS, LONG_FIELD } from '../fill/objects.mjs';
import { date, master, pointer } from '../rest.mjs';

const op = (name, objects) => ({ __op: name, objects });
const DELETE = { __op: 'Delete' };
const ring = points => ({ __type: 'Polygon', coordinates: points });

function everyType(kind) {
  return {
    name: 'written by touchstone',
    text: 'new 🦉 text',
    weight: 2.5,
    alive: false,
    foundAt: date('2024-02-29T12:00:00.001Z'),
    notes: { a: [1, { b: null }], when: date('2024-01-01T00:00:00.000Z'), who: pointer('Kind', kind) },
    tags: ['x', 'x', 1, null, { deep: [] }],
    kind: pointer('Kind', kind),
    relatives: [pointer('Kind', kind)],
    place: { __type: 'GeoPoint', latitude: 1.25, longitude: -2.5 },
    area: ring([
      [1, 2],
      [1, 4],
      [3, 4],
      [1, 2],
    ]),
    raw: { __type: 'Bytes', base64: 'bmV3' },
    photo: { __type: 'File', name: 'c6c6_owl.png' },
  };
}

/** What was sent, without the address that a server adds to files. */
function stored(object, sent) {
  const { url: _url, ...photo } = object.photo;
  return Object.fromEntries(Object.keys(sent).map(key => [key, key === 'photo' ? photo : object[key]]));
}

async function writeTypes(checks, server, { kinds, people }) {
  const ada = { as: { session: people.ada.session } };
  let id;
  await checks.check('An object with every field type is created and reads back as sent', async () => {
    const sent = everyType(kinds.fish);
    const created = await server.post(
      'classes/Specimen',
      { ...sent, ACL: { [people.ada.id]: { read: true, write: true }, 'role:Curators': { read: true } } },
      ada
    );
    id = created.objectId;
    assert.deepEqual(stored(await server.get(`classes/Specimen/${id}`, ada), sent), sent);
  });
  await checks.check('Every field type is updated and reads back as sent', async () => {
    const sent = {
      ...everyType(kinds.bird),
      weight: -7,
      alive: true,
      raw: { __type: 'Bytes', base64: 'bmV3ZXI=' },
      photo: { __type: 'File', name: 'd5d5_hawk.png' },
      area: ring([
        [0, 0],
        [0, 1],
        [1, 1],
        [0, 0],
      ]),
      tags: [[], {}],
    };
    await server.put(`classes/Specimen/${id}`, sent, ada);
    assert.deepEqual(stored(await server.get(`classes/Specimen/${id}`, ada), sent), sent);
  });
  return id;
}

async function writeOperations(checks, server, { specimens }) {
  const change = (id, body) => server.put(`classes/Specimen/${id}`, body);
  await checks.check('Increment answers the sum', async () => {
    assert.equal((await change(specimens.full, { weight: { __op: 'Increment', amount: 2.25 } })).weight, 15);
  });
  await checks.check('Increment starts from nothing where the field is absent', async () => {
    assert.equal((await change(specimens.sparse, { weight: { __op: 'Increment', amount: -3 } })).weight, -3);
  });
  await checks.check('Add, AddUnique and Remove answer the new list', async () => {
    const added = await change(specimens.empty, { tags: op('Add', ['a', 'b', 'b']) });
    const unique = await change(specimens.empty, { tags: op('AddUnique', ['b', 'c']) });
    const removed = await change(specimens.empty, { tags: op('Remove', ['b']) });
    assert.deepEqual(
      [added.tags, unique.tags, removed.tags],
      [
        ['a', 'b', 'b'],
        ['a', 'b', 'b', 'c'],
        ['a', 'c'],
      ]
    );
  });
  await checks.check('Add makes a list where the field is absent', async () => {
    assert.deepEqual((await change(specimens.sparse, { tags: op('Add', [1, { k: 2 }]) })).tags, [1, { k: 2 }]);
  });
  await checks.check('Delete removes an adopted value', async () => {
    await change(specimens.edge, { third: DELETE, far: DELETE });
    const { third, far } = await server.get(`classes/Specimen/${specimens.edge}`);
    assert.deepEqual([third, far], [undefined, undefined]);
  });
  await checks.check('A value inside an adopted object is changed alone', async () => {
    await change(specimens.full, { 'notes.text': 'changed', 'notes.count': { __op: 'Increment', amount: 4 } });
    const { notes } = await server.get(`classes/Specimen/${specimens.full}`);
    assert.deepEqual([notes.text, notes.count, notes.list], ['changed', 4, [1, { a: null }]]);
  });
}

async function writeRelations(checks, server, { exhibit, longExhibit, specimens }) {
  const members = async (className, id, key) => {
    const where = { $relatedTo: { object: pointer(className, id), key } };
    const { results } = await server.get('classes/Specimen', { params: { where } });
    return results.map(row => row.objectId).sort();
  };
  const piece = name => pointer('Specimen', specimens[name]);
  await checks.check('Members are added to and removed from an adopted relation', async () => {
    await server.put(`classes/Exhibit/${exhibit}`, { pieces: op('AddRelation', [piece('empty'), piece('full')]) });
    await server.put(`classes/Exhibit/${exhibit}`, { pieces: op('RemoveRelation', [piece('sparse')]) });
    assert.deepEqual(
      await members('Exhibit', exhibit, 'pieces'),
      [specimens.full, specimens.edge, specimens.empty].sort()
    );
  });
  await checks.check('A relation whose table name was cut takes members', async () => {
    await server.put(`classes/${LONG_CLASS}/${longExhibit}`, { [LONG_FIELD]: op('AddRelation', [piece('sparse')]) });
    assert.equal((await members(LONG_CLASS, longExhibit, LONG_FIELD)).length, 3);
  });
  await checks.check('A new relation is made on an adopted class', async () => {
    await server.put(`classes/Exhibit/${exhibit}`, { highlights: op('AddRelation', [piece('edge')]) });
    assert.deepEqual(await members('Exhibit', exhibit, 'highlights'), [specimens.edge]);
  });
}

async function writeNewThings(checks, server, { people, rules, kinds }) {
  const ada = { as: { session: people.ada.session } };
  await checks.check('A first write makes a class', async () => {
    const fields = { ...everyType(kinds.bird), crew: op('AddRelation', [pointer('_User', people.ada.id)]) };
    const { objectId } = await server.post('classes/Voyage', fields, ada);
    const { crew } = await server.get(`classes/Voyage/${objectId}`);
    assert.deepEqual(crew, { __type: 'Relation', className: '_User' });
  });
  await checks.check('A first write adds fields to an adopted class', async () => {
    await server.post(
      'classes/Reading',
      { station: 'west', checkedAt: date('2024-05-05T05:05:05.005Z'), by: pointer('_User', people.ada.id) },
      ada
    );
    const { results } = await server.get('classes/Reading', {
      params: { where: { by: pointer('_User', people.ada.id) } },
    });
    assert.deepEqual(
      results.map(row => row.checkedAt),
      [date('2024-05-05T05:05:05.005Z')]
    );
  });
  await checks.check('A first write adds a field to a class that lost one, under its old name', async () => {
    await server.put(`classes/Trimmed/${rules.trimmed}`, { drop: 'a string now', extra: 3 }, ada);
    const { drop, extra, keep } = await server.get(`classes/Trimmed/${rules.trimmed}`, ada);
    assert.deepEqual([drop, extra, keep], ['a string now', 3, 'kept']);
  });
  await checks.check('Defaults of an adopted schema are filled in and answered', async () => {
    const created = await server.post('classes/Catalogue', { title: 'Volume two' });
    assert.deepEqual([created.edition, created.labels, created.since], [1, ['new'], date('2000-01-01T00:00:00.000Z')]);
  });
  await checks.check('An object is created under a chosen id', async () => {
    const { objectId } = await server.post('classes/Keepsake', { objectId: 'chosen-by-us', label: 'ours' });
    assert.equal(objectId, 'chosen-by-us');
  });
  await checks.check('The default ACL of an adopted class is given to a new object', async () => {
    const { ACL } = await server.post('classes/Draft', { text: 'fresh' }, ada);
    assert.deepEqual(ACL, { [people.ada.id]: { read: true, write: true }, 'role:Curators': { read: true } });
  });
}

async function writeTogether(checks, server, { letters, people }) {
  const item = (method, path, body) => ({ method, path: `/parse/${path}`, body });
  await checks.check('A batch writes all its items', async () => {
    const answers = await server.post('batch', {
      requests: [
        item('POST', 'classes/Reading', { station: 'batch', level: 1 }),
        item('POST', 'classes/Reading', { station: 'batch', level: 2 }),
      ],
    });
    assert.equal(answers.filter(answer => answer.success?.objectId).length, 2);
  });
  await checks.check('A failed transaction leaves nothing behind', async () => {
    await server.send('POST', 'batch', {
      body: {
        transaction: true,
        requests: [
          item('POST', 'classes/Reading', { station: 'undone' }),
          item('POST', 'classes/Reading', { station: 5 }),
        ],
      },
    });
    const { results } = await server.get('classes/Reading', { params: { where: { station: 'undone' } } });
    assert.deepEqual(results, []);
  });
  await checks.check('An owner opens a private object to a role', async () => {
    const ACL = { [people.ada.id]: { read: true, write: true }, 'role:Visitors': { read: true } };
    await server.put(`classes/Letter/${letters.private}`, { ACL }, { as: { session: people.ada.session } });
    assert.equal(
      (await server.get(`classes/Letter/${letters.private}`, { as: { session: people.cleo.session } })).name,
      'private'
    );
  });
  await checks.check('A user who may only write writes an adopted object', async () => {
    await server.put(
      `classes/Letter/${letters.writeOnly}`,
      { name: 'overwritten' },
      { as: { session: people.cleo.session } }
    );
    assert.equal((await server.get(`classes/Letter/${letters.writeOnly}`, master)).name, 'overwritten');
  });
  await checks.check('An adopted object is deleted', async () => {
    await server.delete(`classes/Letter/${letters.public}`);
    assert.equal((await server.send('GET', `classes/Letter/${letters.public}`, master)).status, 404);
  });
}

/**
 * Parse Server shows columns that are in no schema; we show only what a schema names, so that a column added for a
 * user's own purposes is not published by being there.
 */
async function leaveUnknownColumns(checks, server) {
  await checks.check('Columns that no schema knows are not shown, and are left alone by a write', async () => {
    const { results } = await server.get('classes/Attic');
    assert.deepEqual(Object.keys(results[0]).sort(), ['createdAt', 'label', 'objectId', 'updatedAt']);
    await server.put(`classes/Attic/${results[0].objectId}`, { label: 'still old' });
  });
}

export async function writeObjects(checks, server, facts) {
  const specimen = await writeTypes(checks, server, facts);
  await writeOperations(checks, server, facts);
  await writeRelations(checks, server, facts);
  await writeNewThings(checks, server, facts);
  await writeTogether(checks, server, facts);
  await leaveUnknownColumns(checks, server);
  return { specimen };
}
