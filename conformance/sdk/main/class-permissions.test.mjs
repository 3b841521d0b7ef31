import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person, classWith } = connect(import.meta.dirname);
const ALL = { '*': true };
const OPEN = { find: ALL, get: ALL, count: ALL, create: ALL, update: ALL, delete: ALL, addField: ALL };

/** An open class but for `permissions`, with one object in it. */
async function restricted(permissions) {
  const Thing = await classWith(fresh(), { ...OPEN, ...permissions, fields: { n: { type: 'Number' } } });
  const object = await new Parse.Object(Thing).save({ n: 1 }, MASTER);
  return { Thing, path: `/classes/${Thing}/${object.id}` };
}

it('unsetting a field that is not there needs no addField', {
  differs: 'Parse Server on PostgreSQL answers 500 for a missing column',
}, async () => {
  const { path } = await restricted({ addField: {} });
  succeeded(await send('PUT', path, { body: { extra: { __op: 'Delete' } } }));
});

it('Parse.CLP opens and closes a class through the SDK', async () => {
  const Thing = fresh();
  const clp = new Parse.CLP();
  clp.setFindRequiresAuthentication(true);
  clp.setCreateRequiresAuthentication(true);
  clp.setAddFieldRequiresAuthentication(true);
  await new Parse.Schema(Thing).setCLP(clp).save();
  const ada = await person();
  await new Parse.Object(Thing).save({ n: 1 }, ada.as);
  assert.equal((await new Parse.Query(Thing).find(ada.as)).length, 1);
  await refused(new Parse.Query(Thing).find(), 101);
});

it('a changed permission holds for the next request', async () => {
  const { Thing } = await restricted({});
  await new Parse.Query(Thing).find();
  await new Parse.Schema(Thing).setCLP({ ...OPEN, find: {} }).update();
  await refused(new Parse.Query(Thing).find(), 119);
});
