import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { sameMembers } from '../../harness/expectations.mjs';

const { Parse, it } = connect(import.meta.dirname);

/** A club with the first two of three members in its relation. */
async function club() {
  const Member = fresh('Member');
  const members = await Parse.Object.saveAll(['Ann', 'Bob', 'Cid'].map(name => new Parse.Object(Member, { name })));
  const owner = new Parse.Object(fresh('Club'), { title: 'chess' });
  owner.relation('members').add(members.slice(0, 2));
  await owner.save();
  return { members, owner, Club: owner.className };
}

async function names(query, options) {
  return (await query.find(options)).map(object => object.get('name'));
}

it('a relation finds its members', async () => {
  const { owner } = await club();
  sameMembers(await names(owner.relation('members').query()), ['Ann', 'Bob']);
});

it('one save adds and removes', async () => {
  const { owner, members } = await club();
  owner.relation('members').remove(members[0]);
  owner.relation('members').add(members[2]);
  await owner.save();
  sameMembers(await names(owner.relation('members').query()), ['Bob', 'Cid']);
});

it('a relation whose class the client does not know is followed', async () => {
  const { Club, owner } = await club();
  const known = Parse.Object.extend(Club).createWithoutData(owner.id);
  sameMembers(await names(known.relation('members').query()), ['Ann', 'Bob']);
});

it('the owners of a member are found by equality', async () => {
  const { Club, members } = await club();
  const found = await new Parse.Query(Club).equalTo('members', members[1]).find();
  assert.deepEqual(found.map(object => object.get('title')), ['chess']);
  assert.equal(await new Parse.Query(Club).equalTo('members', members[2]).count(), 0);
});

it('a relation of many members is found whole', async () => {
  const Member = fresh('Member');
  const members = await Parse.Object.saveAll(Array.from({ length: 60 }, (_, n) => new Parse.Object(Member, { n })));
  const owner = new Parse.Object(fresh('Club'));
  owner.relation('members').add(members);
  await owner.save();
  assert.equal(await owner.relation('members').query().count(), 60);
});
