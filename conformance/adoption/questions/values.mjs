// Questions about values and queries over the adopted objects.
import { LONG_CLASS, LONG_FIELD } from '../fill/objects.mjs';
import { date, pointer } from '../rest.mjs';

const master = { master: true };

function values({ specimens, people, rules }) {
  const one = (name, id) => ({ name, path: `classes/Specimen/${id}`, as: master });
  return [
    one('An object with every field type reads back identical', specimens.full),
    one('Values at the edges of their types read back identical', specimens.edge),
    one('Empty strings, zeros, false and empty lists stay what they are', specimens.empty),
    one('Fields that were never set are absent', specimens.sparse),
    one('Fields written as null are absent', specimens.nulled),
    one('Fields that were deleted are absent', specimens.unset),
    one('A pointer to nothing stays a pointer', specimens.dangling),
    {
      name: 'A signed-in user reads the same object with every field type',
      path: `classes/Specimen/${specimens.full}`,
      as: { session: people.ada.session },
    },
    { name: 'All users read an object without an ACL', path: `classes/Specimen/${specimens.full}` },
    { name: 'An object under a chosen id is found by it', path: 'classes/Keepsake/custom-id.1' },
    { name: 'Chosen ids come back from a find', path: 'classes/Keepsake', params: { order: 'objectId' } },
    { name: 'Default values given by the schema were stored', path: `classes/Catalogue/${rules.catalogue}` },
    {
      name: 'An object of a class that lost a field reads back without it',
      path: `classes/Trimmed/${rules.trimmed}`,
      as: master,
    },
  ];
}

function comparisons({ specimens, kinds }) {
  const find = (name, className, where, more = {}) => ({
    name,
    path: `classes/${className}`,
    as: more.as,
    params: { where, ...more.params },
  });
  return [
    find('A string is found by equality', 'Reading', { station: 'north' }),
    find('Numbers are found by range', 'Reading', { level: { $gt: 4, $lte: 12 } }),
    find('Dates are found by range', 'Reading', {
      at: { $gte: date('2022-03-01T00:00:00.000Z'), $lt: date('2022-06-01T00:00:00.000Z') },
    }),
    find('A boolean is found by equality', 'Specimen', { alive: true }),
    find('A list of values is matched by $in', 'Reading', { station: { $in: ['south', 'east'] } }),
    find('A string is found by regular expression', 'Reading', { station: { $regex: '^\\QNO\\E', $options: 'i' } }),
    find('Absent fields are found by $exists false', 'Reading', { optional: { $exists: false } }),
    find('Present fields are found by $exists true', 'Reading', { optional: { $exists: true } }),
    find('$ne also finds rows without the field', 'Reading', { optional: { $ne: 'o1' } }),
    find('Alternatives are joined by $or', 'Reading', {
      $or: [{ station: 'north', level: 0 }, { level: { $gt: 33 } }],
    }),
    find('Arrays are found by $all', 'Reading', { labels: { $all: ['l1', 'm1'] } }),
    find('A number inside an object is found by its path', 'Reading', { 'detail.serial': 7 }),
    find('A string deep inside an object is found by its path', 'Reading', { 'detail.owner.name': 'o1' }),
    find('A pointer is found by equality', 'Specimen', { kind: pointer('Kind', kinds.bird) }),
    find('A pointer inside an array is found by equality', 'Specimen', { relatives: pointer('Kind', kinds.fish) }),
    find('A pointer is found by a query on its target', 'Specimen', {
      kind: { $inQuery: { className: 'Kind', where: { legs: 2 } } },
    }),
    find('Places are found near a point', 'Specimen', {
      place: { $nearSphere: { __type: 'GeoPoint', latitude: 52, longitude: -13 }, $maxDistance: 0.1 },
    }),
    find('An area is found by a point inside it', 'Specimen', {
      area: { $geoIntersects: { $point: { __type: 'GeoPoint', latitude: 5, longitude: 5 } } },
    }),
    find('A text is found by full text search', 'Specimen', { text: { $text: { $search: { $term: 'emoji' } } } }),
    find('An id is found by equality', 'Specimen', { objectId: specimens.edge }),
    find('A time with microseconds is cut to milliseconds', 'Reading', { level: 0 }),
    find('Creation times compare like dates', 'Specimen', { createdAt: { $gt: date('2001-01-01T00:00:00.000Z') } }),
  ];
}

function shapes({ specimens, exhibit, longExhibit, kinds }) {
  const of = (className, id) => ({ object: pointer(className, id) });
  return [
    {
      name: 'Rows are sorted, skipped and limited alike',
      path: 'classes/Reading',
      params: { order: 'station,-level', skip: '3', limit: '7' },
    },
    {
      name: 'A count is computed beside the rows',
      path: 'classes/Reading',
      params: { where: { station: 'north' }, count: '1', limit: '0' },
    },
    { name: 'Chosen keys are returned alone', path: 'classes/Reading', params: { keys: 'level,at', order: 'level' } },
    {
      name: 'Excluded keys are left out',
      path: 'classes/Reading',
      params: { excludeKeys: 'detail,labels', order: 'level' },
    },
    { name: 'A pointer is included', path: `classes/Specimen/${specimens.full}`, params: { include: 'kind' } },
    {
      name: 'Pointers inside an array are included, two levels deep',
      path: `classes/Specimen/${specimens.full}`,
      params: { include: 'relatives.parent' },
    },
    {
      name: 'A pointer to nothing disappears when included',
      path: `classes/Specimen/${specimens.dangling}`,
      params: { include: 'kind' },
    },
    {
      name: 'The members of a relation are found',
      path: 'classes/Specimen',
      params: { where: { $relatedTo: { ...of('Exhibit', exhibit), key: 'pieces' } } },
    },
    {
      name: 'Owners are found by a member of their relation',
      path: 'classes/Exhibit',
      params: { where: { pieces: pointer('Specimen', specimens.edge) } },
    },
    {
      name: 'A relation whose table name was cut to 63 bytes is found',
      path: 'classes/Specimen',
      params: { where: { $relatedTo: { ...of(LONG_CLASS, longExhibit), key: LONG_FIELD } } },
    },
    { name: 'Every row shows its relation, even an empty one', path: 'classes/Exhibit', params: { order: 'title' } },
    { name: 'Distinct values are listed', path: 'aggregate/Reading', as: master, params: { distinct: 'station' } },
    {
      name: 'Groups are summed',
      path: 'aggregate/Reading',
      as: master,
      params: { pipeline: [{ $group: { _id: '$station', total: { $sum: '$level' }, rows: { $sum: 1 } } }] },
    },
    {
      name: 'An object of another class is included through its own pointer',
      path: `classes/Kind/${kinds.fish}`,
      params: { include: 'parent' },
    },
  ];
}

export function valueQuestions(facts) {
  return [...values(facts), ...comparisons(facts), ...shapes(facts)];
}
