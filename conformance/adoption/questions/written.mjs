// Questions about what touchstone wrote: recorded from touchstone, then asked of Parse Server.
import { LONG_CLASS, LONG_FIELD } from '../fill/objects.mjs';
import { NEW_PASSWORDS } from '../writes/people.mjs';
import { pointer } from '../rest.mjs';

const master = { master: true };
const CLASSES = [
  'Specimen',
  'Voyage',
  'Reading',
  'Trimmed',
  'Catalogue',
  'Keepsake',
  'Draft',
  'Letter',
  'Exhibit',
  'Kind',
];

function everything() {
  const classes = CLASSES.map(name => ({
    name: `Every ${name} reads back identical`,
    path: `classes/${name}`,
    as: master,
  }));
  return [
    ...classes,
    { name: 'Every user reads back identical', path: 'users', as: master },
    { name: 'Every role reads back identical', path: 'roles', as: master },
    { name: 'Every session reads back identical', path: 'sessions', as: master },
    { name: 'Every installation reads back identical', path: 'installations', as: master },
    { name: 'Every schema that was changed or made reads back identical', path: 'schemas', as: master },
  ];
}

function relations({ exhibit, longExhibit, roles }) {
  const members = (name, className, owner, key, of = 'classes/Specimen') => ({
    name,
    path: of,
    as: master,
    params: { where: { $relatedTo: { object: pointer(className, owner), key } } },
  });
  return [
    members('Members added to an adopted relation are found', 'Exhibit', exhibit, 'pieces'),
    members('Members of a new relation are found', 'Exhibit', exhibit, 'highlights'),
    members('Members of a relation whose table name was cut are found', LONG_CLASS, longExhibit, LONG_FIELD),
    members('Users added to an adopted role are found', '_Role', roles.assistants, 'users', 'users'),
  ];
}

function rights({ people, letters, rules, specimen, tokens, ledger }) {
  const as = session => ({ session });
  return [
    { name: 'A session made by touchstone is honoured', path: 'users/me', as: as(tokens.ada) },
    { name: 'A session made at sign-up by touchstone is honoured', path: 'users/me', as: as(tokens.eve) },
    { name: 'A session made by a password change is honoured', path: 'users/me', as: as(tokens.dora) },
    { name: 'A session that touchstone ended is refused', code: 209, path: 'users/me', as: as(people.dora.session) },
    { name: 'A session that touchstone left alone is honoured', path: 'users/me', as: as(people.cleo.session) },
    {
      name: 'A user that signed up with touchstone has its password accepted',
      path: 'verifyPassword',
      params: { username: 'eve', password: NEW_PASSWORDS.eve },
    },
    {
      name: 'A password changed by touchstone is accepted',
      path: 'verifyPassword',
      params: { username: 'dora', password: NEW_PASSWORDS.dora },
    },
    {
      name: 'A wrong password for a new user is refused',
      code: 101,
      path: 'verifyPassword',
      params: { username: 'eve', password: 'guess' },
    },
    { name: 'An ACL written by touchstone admits its owner', path: `classes/Specimen/${specimen}`, as: as(tokens.ada) },
    {
      name: 'An ACL written by touchstone admits its role',
      path: `classes/Specimen/${specimen}`,
      as: as(people.ben.session),
    },
    {
      name: 'An ACL written by touchstone keeps others out',
      code: 101,
      path: `classes/Specimen/${specimen}`,
      as: as(tokens.cleo),
    },
    {
      name: 'A role membership written by touchstone gives its rights',
      path: `classes/Letter/${letters.curators}`,
      as: as(tokens.eve),
    },
    {
      name: 'A role written by touchstone gives its rights',
      path: 'classes/Letter',
      as: as(tokens.eve),
      params: { where: { name: 'for guards' } },
    },
    {
      name: 'A role written by touchstone gives its rights to its members only',
      empty: true,
      path: 'classes/Letter',
      as: as(tokens.ada),
      params: { where: { name: 'for guards' } },
    },
    { name: 'Permissions replaced by touchstone admit the new role', path: 'classes/Minutes', as: as(tokens.cleo) },
    {
      name: 'Permissions replaced by touchstone still hide a protected field',
      path: `classes/Minutes/${rules.minutes}`,
      as: as(tokens.cleo),
    },
    {
      name: 'A pointer permission written by touchstone admits the keeper',
      path: `classes/Ledger/${ledger}`,
      as: as(tokens.eve),
    },
    {
      name: 'A pointer permission written by touchstone keeps others out',
      code: 101,
      path: `classes/Ledger/${ledger}`,
      as: as(tokens.dora),
    },
    {
      name: 'Class permissions written by touchstone refuse a find',
      code: 119,
      path: 'classes/Ledger',
      as: as(tokens.cleo),
    },
    {
      name: 'Class permissions written by touchstone refuse a new field',
      code: 119,
      method: 'POST',
      path: 'classes/Ledger',
      body: { title: 'x', surprise: 1 },
      as: as(tokens.eve),
    },
    {
      name: 'A required field written by touchstone is asked for',
      code: 142,
      method: 'POST',
      path: 'classes/Ledger',
      body: { state: 'x' },
      as: as(tokens.eve),
    },
    {
      name: 'A type inferred by touchstone is insisted on',
      code: 111,
      method: 'POST',
      path: 'classes/Voyage',
      body: { weight: 'heavy' },
    },
    { name: 'A class that touchstone deleted is gone', code: 103, path: 'schemas/Doomed', as: master },
    { name: 'A pointer to a new object is included', path: 'classes/Voyage', params: { include: 'kind,relatives' } },
  ];
}

export function writtenQuestions(facts) {
  return [...everything(), ...relations(facts), ...rights(facts)];
}
