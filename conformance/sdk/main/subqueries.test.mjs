import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { failedWith, sameMembers, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

/** Three teams in cities, and players pointing at them, one without a team. */
async function league() {
  const Team = fresh('Team');
  const Player = fresh('Player');
  const teams = await Parse.Object.saveAll(
    [['Oslo', 10], ['Bern', 20], ['Rome', 30]].map(([city, points]) => new Parse.Object(Team, { city, points }))
  );
  const players = [['Ann', 0, 'Oslo'], ['Bob', 1, 'Rome'], ['Cid', 2, 'Paris']].map(
    ([name, team, home]) => new Parse.Object(Player, { name, team: teams[team], home })
  );
  await Parse.Object.saveAll([...players, new Parse.Object(Player, { name: 'Dot' })]);
  return { Team, Player, teams, team: () => new Parse.Query(Team), player: () => new Parse.Query(Player) };
}

async function names(query) {
  return (await query.find()).map(object => object.get('name'));
}

it('matchesQuery finds by a property of the pointed-to object', async () => {
  const { player, team } = await league();
  sameMembers(await names(player().matchesQuery('team', team().greaterThan('points', 15))), ['Bob', 'Cid']);
});

it('doesNotMatchQuery finds the others', async () => {
  const { player, team } = await league();
  const found = await names(
    player().exists('team').doesNotMatchQuery('team', team().greaterThan('points', 15))
  );
  sameMembers(found, ['Ann']);
});

it('doesNotMatchQuery finds the objects without the pointer', {
  differs: 'Parse Server on PostgreSQL leaves them out',
}, async () => {
  const { player, team } = await league();
  const found = await names(player().doesNotMatchQuery('team', team().greaterThan('points', 15)));
  sameMembers(found, ['Ann', 'Dot']);
});

it('matchesQuery works on an array of pointers', async () => {
  const { teams, team } = await league();
  const Fan = fresh('Fan');
  await Parse.Object.saveAll([
    new Parse.Object(Fan, { name: 'Eve', teams: [teams[0], teams[1]] }),
    new Parse.Object(Fan, { name: 'Flo', teams: [teams[2]] }),
  ]);
  sameMembers(await names(new Parse.Query(Fan).matchesQuery('teams', team().equalTo('city', 'Bern'))), ['Eve']);
});

it('subqueries nest', async () => {
  const { Player, player, team } = await league();
  const Card = fresh('Card');
  const bob = await player().equalTo('name', 'Bob').first();
  await new Parse.Object(Card).save({ name: 'red', player: bob });
  const inBern = player().matchesQuery('team', team().equalTo('city', 'Bern'));
  assert.equal(inBern.className, Player);
  sameMembers(await names(new Parse.Query(Card).matchesQuery('player', inBern)), ['red']);
});

it('matchesKeyInQuery compares a field with a field of another class', async () => {
  const { player, team } = await league();
  sameMembers(await names(player().matchesKeyInQuery('home', 'city', team())), ['Ann', 'Bob']);
});

it('matchesKeyInQuery honours the other query', async () => {
  const { player, team } = await league();
  const found = await names(player().matchesKeyInQuery('home', 'city', team().greaterThan('points', 15)));
  sameMembers(found, ['Bob']);
});

it('doesNotMatchKeyInQuery finds the others', async () => {
  const { player, team } = await league();
  const found = await names(player().exists('home').doesNotMatchKeyInQuery('home', 'city', team()));
  sameMembers(found, ['Cid']);
});

it('matchesKeyInQuery takes a dotted key', async () => {
  const Place = fresh('Place');
  await new Parse.Object(Place).save({ address: { city: 'Paris' } });
  const { player } = await league();
  const found = await names(player().matchesKeyInQuery('home', 'address.city', new Parse.Query(Place)));
  sameMembers(found, ['Cid']);
});

it('a subquery sees only what the caller may read', async () => {
  const { player, Team, team } = await league();
  const ada = await person();
  const secret = new Parse.Object(Team, { city: 'Rome', points: 99 });
  secret.setACL(new Parse.ACL(ada.user));
  await secret.save(null, MASTER);
  const Player = player().className;
  await new Parse.Object(Player).save({ name: 'Gus', team: secret });
  const query = player().exists('team').matchesQuery('team', team().equalTo('points', 99));
  sameMembers(await names(query), []);
  assert.deepEqual((await query.find(ada.as)).map(o => o.get('name')), ['Gus']);
});

it('a subquery runs without the usual limit', async () => {
  const Kid = fresh('Kid');
  const Toy = fresh('Toy');
  const kids = await Parse.Object.saveAll(Array.from({ length: 120 }, () => new Parse.Object(Kid, { ok: true })));
  await Parse.Object.saveAll(kids.map((kid, n) => new Parse.Object(Toy, { kid, n })));
  const query = new Parse.Query(Toy).matchesQuery('kid', new Parse.Query(Kid).equalTo('ok', true));
  assert.equal(await query.count(), 120);
});

it('a subquery without a where is refused', async () => {
  const { Player, Team } = await league();
  const answer = await send('GET', `/classes/${Player}`, {
    query: { where: { team: { $inQuery: { className: Team } } } },
  });
  failedWith(answer, 400, 102, 'improper usage of $inQuery');
});

it('a select with too few keys is refused', async () => {
  const { Player, Team } = await league();
  const answer = await send('GET', `/classes/${Player}`, {
    query: { where: { home: { $select: { query: { className: Team } } } } },
  });
  failedWith(answer, 400, 102, 'improper usage of $select');
});

it('a subquery on an empty class finds nothing', {
  differs: 'Parse Server on PostgreSQL finds the objects without the field',
}, async () => {
  const { Player } = await league();
  const answer = await send('GET', `/classes/${Player}`, {
    query: { where: { team: { $inQuery: { className: fresh('Team'), where: {} } } } },
  });
  assert.deepEqual(succeeded(answer).results, []);
});
