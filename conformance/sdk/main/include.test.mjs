import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person, classWith } = connect(import.meta.dirname);

async function family() {
  const [Leaf, Branch, Tree] = [fresh('Leaf'), fresh('Branch'), fresh('Tree')];
  const leaf = await new Parse.Object(Leaf).save({ name: 'leaf', colour: 'green' });
  const branch = await new Parse.Object(Branch).save({ name: 'branch', leaf });
  const tree = await new Parse.Object(Tree).save({ name: 'tree', branch });
  const get = async query => succeeded(await send('GET', `/classes/${Tree}/${tree.id}`, { query }));
  return { Leaf, Branch, Tree, leaf, branch, tree, get, query: () => new Parse.Query(Tree) };
}

it('without include a pointer stays a pointer', async () => {
  const { query, tree } = await family();
  const found = await query().get(tree.id);
  assert.equal(found.get('branch').isDataAvailable(), false);
});

it('include brings the pointed-to object', async () => {
  const { query, tree } = await family();
  const found = await query().include('branch').get(tree.id);
  assert.equal(found.get('branch').get('name'), 'branch');
});

it('an included object is marked with its type and class', async () => {
  const { get, Branch } = await family();
  const { branch } = await get({ include: 'branch' });
  assert.equal(branch.__type, 'Object');
  assert.equal(branch.className, Branch);
  assert.ok(branch.createdAt && branch.updatedAt);
});

it('a dotted include brings every level', async () => {
  const { query, tree } = await family();
  const found = await query().include('branch.leaf').get(tree.id);
  assert.equal(found.get('branch').get('name'), 'branch');
  assert.equal(found.get('branch').get('leaf').get('colour'), 'green');
});

it('several includes work at once', async () => {
  const { Tree, leaf, branch } = await family();
  const tree = await new Parse.Object(Tree).save({ branch, other: leaf });
  const found = await new Parse.Query(Tree).include('branch', 'other').get(tree.id);
  assert.equal(found.get('branch').get('name'), 'branch');
  assert.equal(found.get('other').get('name'), 'leaf');
});

it('include works through an array of pointers', async () => {
  const { Tree, leaf, branch } = await family();
  const tree = await new Parse.Object(Tree).save({ parts: [leaf, branch, 'a word', 7] });
  const found = await new Parse.Query(Tree).include('parts').get(tree.id);
  const [first, second, word, number] = found.get('parts');
  assert.deepEqual([first.get('name'), second.get('name'), word, number], ['leaf', 'branch', 'a word', 7]);
});

it('include works through a plain object', async () => {
  const { Tree, leaf } = await family();
  const tree = await new Parse.Object(Tree).save({ nest: { kid: leaf } });
  const found = await new Parse.Query(Tree).include('nest.kid').get(tree.id);
  assert.equal(found.get('nest').kid.get('name'), 'leaf');
});

it('includeAll brings every pointer and array one level deep', async () => {
  const { Tree, leaf, branch } = await family();
  const tree = await new Parse.Object(Tree).save({ branch, parts: [leaf] });
  const found = await new Parse.Query(Tree).includeAll().get(tree.id);
  assert.equal(found.get('branch').get('name'), 'branch');
  assert.equal(found.get('parts')[0].get('name'), 'leaf');
  assert.equal(found.get('branch').get('leaf').isDataAvailable(), false);
});

it('a missing pointed-to object takes its key away', async () => {
  const { query, tree, branch } = await family();
  await branch.destroy();
  const found = await query().include('branch').get(tree.id);
  assert.equal(found.has('branch'), false);
});

it('a missing element of an array is removed from it', async () => {
  const { Tree, leaf, branch } = await family();
  const tree = await new Parse.Object(Tree).save({ parts: [leaf, branch] });
  await leaf.destroy();
  const found = await new Parse.Query(Tree).include('parts').get(tree.id);
  assert.deepEqual(found.get('parts').map(part => part.get('name')), ['branch']);
});

it('an unreadable pointed-to object takes its key away', async () => {
  const { Branch, Tree } = await family();
  const ada = await person();
  const secret = await new Parse.Object(Branch, { name: 'secret' }).setACL(new Parse.ACL(ada.user)).save(null, MASTER);
  const tree = await new Parse.Object(Tree).save({ branch: secret });
  const query = () => new Parse.Query(Tree).include('branch');
  assert.equal((await query().get(tree.id)).has('branch'), false);
  assert.equal((await query().get(tree.id, ada.as)).get('branch').get('name'), 'secret');
});

it('a refusal by the included class fails the whole query', async () => {
  const Closed = await classWith(fresh('Closed'), { find: {}, get: {} });
  const kid = await new Parse.Object(Closed).save({ name: 'kid' }, MASTER);
  const tree = await new Parse.Object(fresh('Tree')).save({ kid });
  await refused(new Parse.Query(tree.className).include('kid').find(), 119, 'Permission denied');
});

it('including a field that is no pointer changes nothing', async () => {
  const { get } = await family();
  assert.equal((await get({ include: 'name,never' })).name, 'tree');
});

it('an included user shows no session token and no authData', async () => {
  const ada = await person();
  const acl = new Parse.ACL(ada.user);
  acl.setPublicReadAccess(true);
  await Parse.User.createWithoutData(ada.id).setACL(acl).save(null, MASTER);
  const thing = await new Parse.Object(fresh()).save({ owner: ada.user });
  const { owner } = (await new Parse.Query(thing.className).include('owner').find({ ...ada.as, json: true }))[0];
  assert.equal(owner.username, ada.username);
  assert.equal('sessionToken' in owner, false);
  assert.equal('authData' in owner, false);
});

it('one pointed-to object is included in many results', async () => {
  const { Branch } = await family();
  const branch = await new Parse.Object(Branch).save({ name: 'shared' });
  const Tree = fresh('Tree');
  await Parse.Object.saveAll(Array.from({ length: 30 }, () => new Parse.Object(Tree, { branch })));
  const found = await new Parse.Query(Tree).include('branch').find();
  assert.deepEqual(new Set(found.map(tree => tree.get('branch').get('name'))), new Set(['shared']));
});
