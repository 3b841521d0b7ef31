import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { failedWith, sameMembers, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

/** A club with the first two of three members in its relation. */
async function club() {
  const Member = fresh('Member');
  const members = await Parse.Object.saveAll(['Ann', 'Bob', 'Cid'].map(name => new Parse.Object(Member, { name })));
  const owner = new Parse.Object(fresh('Club'), { title: 'chess' });
  owner.relation('members').add(members.slice(0, 2));
  await owner.save();
  return { Member, members, owner, Club: owner.className };
}

async function names(query, options) {
  return (await query.find(options)).map(object => object.get('name'));
}

it('a relation finds its members', async () => {
  const { owner } = await club();
  sameMembers(await names(owner.relation('members').query()), ['Ann', 'Bob']);
});

it('a relation query takes constraints', async () => {
  const { owner } = await club();
  sameMembers(await names(owner.relation('members').query().equalTo('name', 'Bob')), ['Bob']);
});

it('a relation query counts', async () => {
  const { owner } = await club();
  assert.equal(await owner.relation('members').query().count(), 2);
});

it('an added member is found', async () => {
  const { owner, members } = await club();
  owner.relation('members').add(members[2]);
  await owner.save();
  sameMembers(await names(owner.relation('members').query()), ['Ann', 'Bob', 'Cid']);
});

it('a member added twice is there once', async () => {
  const { owner, members } = await club();
  owner.relation('members').add(members[0]);
  await owner.save();
  sameMembers(await names(owner.relation('members').query()), ['Ann', 'Bob']);
});

it('a removed member is gone', async () => {
  const { owner, members } = await club();
  owner.relation('members').remove(members[0]);
  await owner.save();
  sameMembers(await names(owner.relation('members').query()), ['Bob']);
});

it('removing somebody who is no member is no error', async () => {
  const { owner, members } = await club();
  owner.relation('members').remove(members[2]);
  await owner.save();
  sameMembers(await names(owner.relation('members').query()), ['Ann', 'Bob']);
});

it('one save adds and removes', async () => {
  const { owner, members } = await club();
  owner.relation('members').remove(members[0]);
  owner.relation('members').add(members[2]);
  await owner.save();
  sameMembers(await names(owner.relation('members').query()), ['Bob', 'Cid']);
});

it('a change of a relation alone moves updatedAt', async () => {
  const { owner, members } = await club();
  const answer = await send('PUT', `/classes/${owner.className}/${owner.id}`, {
    body: { members: { __op: 'AddRelation', objects: [members[2].toPointer()] } },
  });
  assert.ok(new Date(succeeded(answer).updatedAt) >= owner.updatedAt);
});

it('an empty list of members to add is no error', {
  differs: 'Parse Server answers 500',
}, async () => {
  const { owner } = await club();
  const answer = await send('PUT', `/classes/${owner.className}/${owner.id}`, {
    body: { members: { __op: 'AddRelation', objects: [] } },
  });
  succeeded(answer);
});

it('every object of the class reports the relation, used or not', async () => {
  const { Club, Member } = await club();
  const other = await new Parse.Object(Club).save({ title: 'empty' });
  const body = succeeded(await send('GET', `/classes/${Club}/${other.id}`));
  assert.deepEqual(body.members, { __type: 'Relation', className: Member });
});

it('the relation is reported even when the keys leave it out', async () => {
  const { Club, owner, Member } = await club();
  const body = succeeded(await send('GET', `/classes/${Club}/${owner.id}`, { query: { keys: 'title' } }));
  assert.deepEqual(body.members, { __type: 'Relation', className: Member });
});

it('an empty relation finds nothing', async () => {
  const { Club } = await club();
  const other = await new Parse.Object(Club).save({ title: 'empty' });
  const found = await new Parse.Query(Club).get(other.id);
  assert.deepEqual(await names(found.relation('members').query()), []);
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

it('the owners of any of several members are found', async () => {
  const { Club, members } = await club();
  const query = new Parse.Query(Club).containedIn('members', [members[0], members[2]]);
  assert.deepEqual((await query.find()).map(object => object.get('title')), ['chess']);
});

it('the owners who do not have a member are found', async () => {
  const { Club, members } = await club();
  await new Parse.Object(Club).save({ title: 'empty' });
  const query = new Parse.Query(Club).notEqualTo('members', members[0]);
  assert.deepEqual((await query.find()).map(object => object.get('title')), ['empty']);
});

it('an or over a relation and a field works', async () => {
  const { Club, members } = await club();
  await new Parse.Object(Club).save({ title: 'empty' });
  const query = Parse.Query.or(
    new Parse.Query(Club).equalTo('members', members[0]),
    new Parse.Query(Club).equalTo('title', 'empty')
  );
  sameMembers((await query.find()).map(object => object.get('title')), ['chess', 'empty']);
});

it('the members of an owner the caller cannot read are nobody', async () => {
  const { owner } = await club();
  const ada = await person();
  owner.setACL(new Parse.ACL(ada.user));
  await owner.save(null, MASTER);
  assert.deepEqual(await names(owner.relation('members').query()), []);
  sameMembers(await names(owner.relation('members').query(), ada.as), ['Ann', 'Bob']);
});

it('a member the caller cannot read is left out', async () => {
  const { owner, members } = await club();
  members[0].setACL(new Parse.ACL());
  await members[0].save(null, MASTER);
  assert.deepEqual(await names(owner.relation('members').query()), ['Bob']);
});

it('a destroyed member is no longer found', async () => {
  const { owner, members } = await club();
  await members[0].destroy();
  assert.deepEqual(await names(owner.relation('members').query()), ['Bob']);
});

it('a member of another class is refused', async () => {
  const { Club, owner, Member } = await club();
  const dog = await new Parse.Object('Dog').save();
  const answer = await send('PUT', `/classes/${Club}/${owner.id}`, {
    body: { members: { __op: 'AddRelation', objects: [dog.toPointer()] } },
  });
  failedWith(
    answer,
    400,
    111,
    `schema mismatch for ${Club}.members; expected Relation<${Member}> but got Relation<Dog>`
  );
});

it('relatedTo an owner that does not exist finds nothing', async () => {
  const { Club, Member } = await club();
  const answer = await send('GET', `/classes/${Member}`, {
    query: {
      where: {
        $relatedTo: { object: { __type: 'Pointer', className: Club, objectId: 'nosuchid00' }, key: 'members' },
      },
    },
  });
  assert.deepEqual(succeeded(answer).results, []);
});

it('a relation of many members is found whole', async () => {
  const Member = fresh('Member');
  const members = await Parse.Object.saveAll(Array.from({ length: 60 }, (_, n) => new Parse.Object(Member, { n })));
  const owner = new Parse.Object(fresh('Club'));
  owner.relation('members').add(members);
  await owner.save();
  assert.equal(await owner.relation('members').query().count(), 60);
});

it('a redirected query names the class of what it finds', async () => {
  const { Club, Member } = await club();
  const answer = await send('GET', `/classes/${Club}`, { query: { redirectClassNameForKey: 'members' } });
  const { results } = succeeded(answer);
  assert.equal(results.length, 3);
  assert.ok(results.every(({ className }) => className === Member));
});
