import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);
const ALWAYS = ['createdAt', 'objectId', 'updatedAt'];

async function stored() {
  const kid = await new Parse.Object(fresh('Kid')).save({ name: 'Tom', age: 7 });
  const saved = await new Parse.Object(fresh()).save({ a: 1, b: 2, o: { x: 1, y: 2 }, kid });
  const keysWith = async query => {
    const answer = await send('GET', `/classes/${saved.className}/${saved.id}`, { query });
    return Object.keys(succeeded(answer)).sort();
  };
  const get = async query => succeeded(await send('GET', `/classes/${saved.className}/${saved.id}`, { query }));
  return { saved, kid, get, keysWith, query: () => new Parse.Query(saved.className) };
}

it('select brings the chosen fields and the standard ones', async () => {
  const { keysWith } = await stored();
  assert.deepEqual(await keysWith({ keys: 'a' }), ['a', ...ALWAYS].sort());
});

it('the SDK sees only the selected fields', async () => {
  const { query } = await stored();
  const found = await query().select('a').first();
  assert.equal(found.get('a'), 1);
  assert.equal(found.has('b'), false);
});

it('a partly fetched object can be fetched whole', async () => {
  const { query } = await stored();
  const found = await query().select('a').first();
  await found.fetch();
  assert.equal(found.get('b'), 2);
});

it('empty keys bring the standard fields alone', async () => {
  const { keysWith } = await stored();
  assert.deepEqual(await keysWith({ keys: '' }), ALWAYS);
});

it('keys do not bring an include that is not among them', async () => {
  const { keysWith } = await stored();
  assert.deepEqual(await keysWith({ keys: 'a', include: 'kid' }), ['a', ...ALWAYS].sort());
});

it('a dotted key includes the pointed-to object with that field alone', async () => {
  const { get } = await stored();
  const { kid } = await get({ keys: 'kid.name' });
  assert.equal(kid.__type, 'Object');
  assert.equal(kid.name, 'Tom');
  assert.equal('age' in kid, false);
});

it('select with a dotted key works through the SDK', async () => {
  const { query } = await stored();
  const found = await query().select('kid.name').first();
  assert.equal(found.get('kid').get('name'), 'Tom');
  assert.equal(found.get('kid').has('age'), false);
  assert.equal(found.has('a'), false);
});

it('the ACL comes along whatever the keys', async () => {
  const acl = new Parse.ACL();
  acl.setPublicReadAccess(true);
  const saved = await new Parse.Object(fresh(), { a: 1 }).setACL(acl).save();
  const found = await new Parse.Query(saved.className).select('a').first();
  assert.equal(found.getACL().getPublicReadAccess(), true);
});

it('exclude leaves fields out', async () => {
  const { keysWith } = await stored();
  assert.deepEqual(await keysWith({ excludeKeys: 'a,o' }), ['b', 'kid', ...ALWAYS].sort());
});

it('the standard fields cannot be excluded', async () => {
  const { query } = await stored();
  const found = await query().exclude('objectId', 'createdAt', 'a').first();
  assert.ok(found.id);
  assert.ok(found.createdAt);
  assert.equal(found.has('a'), false);
});

it('excluded keys are taken from the selected ones', async () => {
  const { keysWith } = await stored();
  assert.deepEqual(await keysWith({ keys: 'a,b', excludeKeys: 'b' }), ['a', ...ALWAYS].sort());
});

it('keys work in a find as in a get', async () => {
  const { saved } = await stored();
  const answer = await send('GET', `/classes/${saved.className}`, { query: { keys: 'b' } });
  assert.deepEqual(Object.keys(succeeded(answer).results[0]).sort(), ['b', ...ALWAYS].sort());
});
