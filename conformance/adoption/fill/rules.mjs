// Classes made through the schema API: permissions, indexes, required and default fields, deleted fields.
import { date, master, pointer } from '../rest.mjs';

const OPEN = { '*': true };
const SIGNED_IN = { requiresAuthentication: true };
const CURATORS = { 'role:Curators': true };

const CLASSES = {
  Catalogue: {
    fields: {
      title: { type: 'String', required: true },
      edition: { type: 'Number', defaultValue: 1 },
      open: { type: 'Boolean', defaultValue: true },
      since: { type: 'Date', defaultValue: date('2000-01-01T00:00:00.000Z') },
      labels: { type: 'Array', defaultValue: ['new'] },
      extra: { type: 'Object', defaultValue: { a: 1 } },
      editor: { type: 'Pointer', targetClass: '_User' },
      entries: { type: 'Relation', targetClass: 'Specimen' },
      cover: { type: 'File' },
      map: { type: 'Polygon' },
      seat: { type: 'GeoPoint' },
      stamp: { type: 'Bytes' },
    },
    indexes: { catalogueByTitle: { title: 1 }, catalogueByEdition: { edition: -1, title: 1 } },
  },
  Diary: {
    fields: {
      owner: { type: 'Pointer', targetClass: '_User' },
      readers: { type: 'Array' },
      text: { type: 'String' },
      secret: { type: 'String' },
    },
    classLevelPermissions: {
      find: { pointerFields: ['owner', 'readers'] },
      get: { pointerFields: ['owner', 'readers'] },
      count: { pointerFields: ['owner'] },
      create: SIGNED_IN,
      update: { pointerFields: ['owner'] },
      delete: { pointerFields: ['owner'] },
      addField: {},
      protectedFields: { '*': ['secret'], 'role:Curators': [], 'userField:owner': [] },
    },
  },
  Legacy: {
    fields: { owner: { type: 'Pointer', targetClass: '_User' }, text: { type: 'String' } },
    classLevelPermissions: {
      find: {},
      get: {},
      count: {},
      create: OPEN,
      update: {},
      delete: {},
      addField: {},
      readUserFields: ['owner'],
      writeUserFields: ['owner'],
    },
  },
  Minutes: {
    fields: { text: { type: 'String' }, vote: { type: 'String' } },
    classLevelPermissions: {
      find: CURATORS,
      get: SIGNED_IN,
      count: CURATORS,
      create: CURATORS,
      update: CURATORS,
      delete: {},
      addField: {},
      protectedFields: { '*': ['vote'] },
    },
  },
  Draft: {
    fields: { text: { type: 'String' } },
    classLevelPermissions: {
      find: OPEN,
      get: OPEN,
      count: OPEN,
      create: OPEN,
      update: OPEN,
      delete: OPEN,
      addField: OPEN,
      ACL: { currentUser: { read: true, write: true }, 'role:Curators': { read: true } },
    },
  },
  Trimmed: {
    fields: { keep: { type: 'String' }, drop: { type: 'Number' }, link: { type: 'Relation', targetClass: 'Kind' } },
  },
  Doomed: { fields: { text: { type: 'String' } } },
};

async function fillDiary(server, { ada, ben, cleo }) {
  const write = (fields, who) => server.post('classes/Diary', fields, { as: { session: who.session } });
  const adas = await write(
    {
      owner: pointer('_User', ada.id),
      readers: [pointer('_User', cleo.id)],
      text: 'dear diary',
      secret: 'ada knows',
    },
    ada
  );
  await write({ owner: pointer('_User', ben.id), readers: [], text: 'notes', secret: 'ben knows' }, ben);
  return adas.objectId;
}

export async function fillRules(server, people, kinds) {
  for (const [className, definition] of Object.entries(CLASSES)) {
    await server.post(`schemas/${className}`, { className, ...definition }, master);
  }
  const as = name => ({ as: { session: people[name].session } });
  const ids = {};
  ids.diary = await fillDiary(server, people);
  ids.catalogue = (
    await server.post('classes/Catalogue', {
      title: 'Volume one',
      editor: pointer('_User', people.ada.id),
    })
  ).objectId;
  ids.legacy = (
    await server.post('classes/Legacy', { owner: pointer('_User', people.cleo.id), text: 'old style' })
  ).objectId;
  ids.minutes = (await server.post('classes/Minutes', { text: 'agreed', vote: '3 to 2' }, as('ada'))).objectId;
  ids.draft = (await server.post('classes/Draft', { text: 'mine' }, as('cleo'))).objectId;

  ids.trimmed = (
    await server.post(
      'classes/Trimmed',
      {
        keep: 'kept',
        drop: 1,
        link: { __op: 'AddRelation', objects: [pointer('Kind', kinds.bird)] },
        ACL: { [people.ada.id]: { read: true, write: true } },
      },
      as('ada')
    )
  ).objectId;
  await server.put('schemas/Trimmed', { fields: { drop: { __op: 'Delete' } } }, master);

  // Dropping a field rewrites the class's row, which must not lose permissions set before.
  await server.put('schemas/Minutes', { fields: { passing: { type: 'String' } } }, master);
  await server.put('schemas/Minutes', { fields: { passing: { __op: 'Delete' } } }, master);
  return ids;
}
