import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { refused } from '../../harness/expectations.mjs';
import { fresh } from '../../harness/names.mjs';
import { refusedFor, testers } from '../../harness/testers.mjs';

const stage = connect(import.meta.dirname);
const { Parse, it } = stage;
const { run, administrator, tester, appoint, signIn } = testers(stage);

it('signs in a user whom the operator made an administrator, and knows them as one', async () => {
  const keeper = await administrator();
  const me = await Parse.User.me(keeper.token);
  assert.equal(me.get('isAdmin'), true);
  const { rows } = await run(keeper, 'people', { filter: 'admins' });
  assert.ok(rows.some(({ id, isAdmin }) => id === keeper.id && isAdmin));
});

it('shows an account to its owner, and to no other tester', async () => {
  const [rin, other] = [await tester('reliable', { email: `${fresh('rin')}@example.org` }), await tester()];
  await refused(new Parse.Query(Parse.User).get(rin.id, other.as), 101);
  assert.deepEqual((await new Parse.Query(Parse.User).find(other.as)).map(({ id }) => id), [other.id]);
  const own = await new Parse.Query(Parse.User).get(rin.id, rin.as);
  assert.match(own.get('email'), /@example.org$/);
});

it('does not let users look for people by address, nor signed-out clients look for people', async () => {
  const email = `${fresh('rin')}@example.org`;
  await tester('known', { email });
  const other = await tester();
  await refused(new Parse.Query(Parse.User).equalTo('email', email).find(other.as), 119);
  await refused(new Parse.Query(Parse.User).find(), 101);
});

it('appoints and dismisses administrators, who sign in again as what they are now', async () => {
  const rin = await tester();
  const mate = await appoint(rin);
  await refused(run(rin, 'programme'), 209);
  assert.ok((await run(mate, 'settings')).rows.length > 0);
  const again = await appoint(mate, false);
  await refused(run(mate, 'settings'), 209);
  await refused(run(again, 'settings'), 119);
});

it('asks for the name of the appointed user, and keeps the last administrator', async () => {
  const keeper = await administrator();
  const rin = await tester('newcomer');
  const wrong = run(keeper, 'userSetAdmin', { user: rin.id, isAdmin: true, confirm: 'another user' });
  await refused(wrong, 142);
  const { rows } = await run(keeper, 'people', { filter: 'admins' });
  // Cases beside this one have administrators of their own for a while.
  if (rows.length > 1) return;
  await refusedFor(run(keeper, 'userSetAdmin', { user: keeper.id, isAdmin: false, confirm: keeper.username }), 'LAST_ADMIN');
});

it('ends the sessions of a user who is suspended, and lets them in again afterwards', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  await run(keeper, 'userSetStatus', { user: rin.id, status: 'suspended', reason: 'Sent the same report forty times.' });
  await refused(run(rin, 'programme'), 209);
  await refused(Parse.User.logIn(rin.username, rin.password), 119);
  await run(keeper, 'userSetStatus', { user: rin.id, status: 'active', reason: 'It was a broken script of theirs.' });
  const again = await signIn(rin);
  assert.ok((await run(again, 'programme')).areas.length > 0);
});

it('lets people choose what is theirs to choose', async () => {
  const rin = await tester();
  const chosen = { locale: 'de', timeZone: 'Europe/Berlin', privacy: { showOnLeaderboard: false }, singleKeys: false };
  await run(rin, 'memberPrefsSet', chosen);
  const own = await new Parse.Query(Parse.User).get(rin.id, rin.as);
  assert.deepEqual([own.get('locale'), own.get('timeZone'), own.get('singleKeys')], ['de', 'Europe/Berlin', false]);
  assert.equal(own.get('privacy').showOnLeaderboard, false);
});

it('lets people in by an invitation as often as it says, at the level it says', async () => {
  const keeper = await administrator();
  const { code, invitation } = await run(keeper, 'invitationCreate', { label: 'Friends', maxUses: 1, startTrust: 1 });
  const password = 'correct horse battery';
  const first = await Parse.User.signUp(fresh('i-'), password, { invitation: code });
  assert.equal(first.get('trustLevel') ?? (await first.fetch({ sessionToken: first.getSessionToken() })).get('trustLevel'), 1);
  await refused(Parse.User.signUp(fresh('i-'), password, { invitation: code }), 142);
  const { rows } = await run(keeper, 'invitations');
  const found = rows.find(({ id }) => id === invitation.id);
  assert.equal(found.uses, 1);
  assert.ok(!JSON.stringify(rows).includes(code), 'the code is shown once');
});

it('refuses an invitation that was revoked', async () => {
  const keeper = await administrator();
  const { code, invitation } = await run(keeper, 'invitationCreate', { label: 'Gone', maxUses: 5 });
  await run(keeper, 'invitationRevoke', { id: invitation.id });
  await refused(Parse.User.signUp(fresh('i-'), 'correct horse battery', { invitation: code }), 142);
});

it('changes settings with a history, refuses an old version, and goes back', async () => {
  const keeper = await administrator();
  const of = async key => (await run(keeper, 'settings')).rows.find(row => row.key === key);
  const before = await of('security.contact');
  const changed = await run(keeper, 'settingSet', { key: 'security.contact', value: 'security@example.org', version: before.version });
  assert.equal(changed.value, 'security@example.org');
  const late = run(keeper, 'settingSet', { key: 'security.contact', value: 'other@example.org', version: before.version });
  await refusedFor(late, 'SETTING_MOVED_ON');
  const { rows } = await run(keeper, 'settingHistory', { key: 'security.contact' });
  assert.equal(rows[0].value, 'security@example.org');
  assert.equal((await run(await tester(), 'programme')).securityContact, 'security@example.org');
  await run(keeper, 'settingSet', { key: 'security.contact', value: 'third@example.org', version: changed.version });
  await run(keeper, 'settingRollback', { key: 'security.contact', version: changed.version });
  assert.equal((await of('security.contact')).value, 'security@example.org');
});

it('leaves one entry in the audit for each thing an administrator does, chained and readable by administrators alone', async () => {
  const [keeper, rin] = [await administrator(), await tester('newcomer')];
  await run(keeper, 'userPinTrust', { user: rin.id, level: 2 });
  const { rows, chain } = await run(keeper, 'audit', { action: 'userPinTrust' });
  const own = rows.filter(({ target }) => target.id === rin.id);
  assert.equal(own.length, 1);
  assert.deepEqual([own[0].actor.id, own[0].actor.name], [keeper.id, keeper.username]);
  assert.equal(chain.ok, true);
  await refused(run(rin, 'audit'), 119);
});

it('tells testers nothing about the house', async () => {
  const rin = await tester();
  for (const name of ['about', 'invariantsCheck', 'settings', 'people', 'invitations', 'audit']) await refused(run(rin, name), 119);
  for (const name of ['programme', 'about', 'rules', 'standingsTop']) await refused(run(undefined, name), 209);
  const setup = await run(undefined, 'setupState');
  assert.deepEqual(Object.keys(setup).sort(), ['access', 'needed', 'product', 'securityContact']);
});
