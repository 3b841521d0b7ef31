// Objects with every field type, at ordinary and at extreme values.
import Parse from 'parse/node';
import { date, master, pointer } from '../rest.mjs';

export const LONG_CLASS = 'ExhibitWithAnUncommonlyLongClassName';
export const LONG_FIELD = 'piecesUnderARelationNameOfSomeLength';

const SQUARE = [
  [0, 0],
  [0, 10.5],
  [10.5, 10.5],
  [10.5, 0],
];

async function fullSpecimen(kind, others) {
  const specimen = new Parse.Object('Specimen');
  await specimen.save({
    name: 'full',
    weight: 12.75,
    alive: true,
    foundAt: new Date('2019-03-04T05:06:07.089Z'),
    notes: {
      text: 'a "quoted" \\ note',
      when: new Date('2001-02-03T04:05:06.007Z'),
      list: [1, { a: null }],
      none: null,
    },
    tags: ['b', 'a', 'b', 3, true, null, { k: 'v' }, ['nested']],
    kind,
    relatives: others,
    place: new Parse.GeoPoint(52.5200066, -13.404954),
    area: new Parse.Polygon(SQUARE),
    photo: Parse.File.fromJSON({ __type: 'File', name: 'b7b7_parrot.png', url: 'unused' }),
    raw: { __type: 'Bytes', base64: 'aGVsbG8gd29ybGQ=' },
  });
  return specimen;
}

/** Values at the edges of what their types can hold. */
const EDGES = {
  name: 'edge',
  text: 'emoji 🦜, newline\n, tab\t, quotes \'" and \\ and ‮ and é',
  long: 'lorem ipsum '.repeat(2000),
  weight: -0.1,
  big: 9007199254740991,
  huge: 1.7976931348623157e308,
  tiny: 5e-324,
  third: 1 / 3,
  foundAt: date('1899-12-31T23:59:59.999Z'),
  far: date('2999-12-31T23:59:59.001Z'),
  place: { __type: 'GeoPoint', latitude: -90, longitude: 180 },
  photo: { __type: 'File', name: 'a8a8_under score & ampersand.png' },
  raw: { __type: 'Bytes', base64: 'AP/+AQ==' },
  tags: [],
  notes: { date: date('2020-01-01T00:00:00.000Z'), point: pointer('Kind', 'missing'), 'key with blank': 1 },
};

async function fillSpecimens(server, kinds) {
  const ids = {};
  const create = async (name, fields) => {
    ids[name] = (await server.post('classes/Specimen', fields, master)).objectId;
  };
  await create('edge', EDGES);
  await create('empty', { name: '', weight: 0, alive: false, notes: {}, tags: [] });
  await create('sparse', { name: 'sparse' });
  await create('dangling', { name: 'dangling', kind: pointer('Kind', 'goneForever') });
  await create('nulled', { name: 'nulled', weight: 4, alive: null, notes: null, unheardOf: null });
  await server.put(`classes/Specimen/${ids.nulled}`, { weight: null }, master);
  await create('unset', { name: 'unset', weight: 9, kind: pointer('Kind', kinds.bird.id), tags: [1] });
  await server.put(
    `classes/Specimen/${ids.unset}`,
    {
      weight: { __op: 'Delete' },
      kind: { __op: 'Delete' },
      tags: { __op: 'Delete' },
    },
    master
  );
  const full = await fullSpecimen(kinds.bird, [kinds.fish, kinds.bird]);
  return { ...ids, full: full.id };
}

async function makeExhibit(className, fieldName, pieces, fields) {
  const exhibit = new Parse.Object(className);
  exhibit.relation(fieldName).add(pieces.map(id => Parse.Object.extend('Specimen').createWithoutData(id)));
  await exhibit.save(fields);
  return exhibit.id;
}

/** A handful of plain rows for filters, orders, counts and aggregates. */
async function fillReadings(server) {
  const requests = Array.from({ length: 24 }, (_, n) => ({
    method: 'POST',
    path: '/parse/classes/Reading',
    body: {
      station: ['north', 'south', 'east'][n % 3],
      level: n * 1.5,
      labels: [`l${n % 4}`, `m${n % 5}`],
      at: date(new Date(Date.UTC(2022, n % 12, 1 + n)).toISOString()),
      detail: { serial: n, owner: { name: `o${n % 2}` } },
      ...(n % 6 === 0 ? {} : { optional: `o${n}` }),
    },
  }));
  await server.post('batch', { requests });
}

async function fillAcl(server, { ada, cleo }) {
  const acl = {
    public: undefined,
    readable: { '*': { read: true }, [ada.id]: { read: true, write: true } },
    private: { [ada.id]: { read: true, write: true } },
    curators: { 'role:Curators': { read: true, write: true } },
    writeOnly: { [cleo.id]: { write: true } },
    sealed: {},
  };
  const ids = {};
  for (const [name, ACL] of Object.entries(acl)) {
    ids[name] = (await server.post('classes/Letter', { name, ACL }, master)).objectId;
  }
  return ids;
}

export async function fillObjects(server, people) {
  const bird = await new Parse.Object('Kind').save({ name: 'bird', legs: 2 });
  const fish = await new Parse.Object('Kind').save({ name: 'fish', legs: 0, parent: bird });
  const specimens = await fillSpecimens(server, { bird, fish });
  const pieces = [specimens.full, specimens.edge, specimens.sparse];
  const exhibit = await makeExhibit('Exhibit', 'pieces', pieces, { title: 'Arrivals' });
  const longExhibit = await makeExhibit(LONG_CLASS, LONG_FIELD, pieces.slice(0, 2), { title: 'Long' });
  await server.post('classes/Exhibit', { title: 'Empty hall' });
  await server.post('classes/Keepsake', { objectId: 'custom-id.1', label: 'chosen' }, master);
  await server.post('classes/Keepsake', { objectId: '42', label: 'a number' }, master);
  await server.post('classes/Attic', { label: 'old' });
  await fillReadings(server);
  const letters = await fillAcl(server, people);
  return { kinds: { bird: bird.id, fish: fish.id }, specimens, exhibit, longExhibit, letters };
}
