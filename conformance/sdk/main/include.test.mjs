import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';

const { Parse, it } = connect(import.meta.dirname);

async function family() {
  const [Leaf, Branch, Tree] = [fresh('Leaf'), fresh('Branch'), fresh('Tree')];
  const leaf = await new Parse.Object(Leaf).save({ name: 'leaf', colour: 'green' });
  const branch = await new Parse.Object(Branch).save({ name: 'branch', leaf });
  const tree = await new Parse.Object(Tree).save({ name: 'tree', branch });
  return { Tree, leaf, branch, tree, query: () => new Parse.Query(Tree) };
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

it('a dotted include brings every level', async () => {
  const { query, tree } = await family();
  const found = await query().include('branch.leaf').get(tree.id);
  assert.equal(found.get('branch').get('name'), 'branch');
  assert.equal(found.get('branch').get('leaf').get('colour'), 'green');
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
