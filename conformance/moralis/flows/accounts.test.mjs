import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fresh, openPage, remembered } from '../stage/page-world.mjs';

const { Moralis, window } = await openPage();
const password = 'a plain long phrase';

async function signUp() {
  const username = fresh('rin');
  const user = new Moralis.User({ username, password, email: `${username}@example.org` });
  await user.signUp();
  return user;
}

test('a user signs up, leaves, and comes back', async () => {
  const user = await signUp();
  const { id } = user;
  const name = user.getUsername();
  assert.match(user.getSessionToken(), /^r:/);
  assert.equal(remembered(window).objectId, id);
  await Moralis.User.logOut();
  assert.equal(Moralis.User.current(), null);
  const back = await Moralis.User.logIn(name, password);
  assert.equal(back.id, id);
  const again = await Moralis.User.logIn(name, password, { usePost: true });
  assert.equal(again.id, id);
  await Moralis.User.logOut();
});

test('a wrong password is refused with 101', async () => {
  await assert.rejects(Moralis.User.logIn(fresh('missing'), 'wrong password'), { code: 101 });
});

test('the user changes what is theirs', async () => {
  const user = await signUp();
  user.set('username', fresh('mia'));
  user.set('favourite', 'ETH');
  await user.save();
  const same = await Moralis.User.become(user.getSessionToken());
  assert.equal(same.get('favourite'), 'ETH');
  assert.equal(same.getUsername(), user.getUsername());
  await Moralis.User.logOut();
});

test('no one writes addresses or rights of their own', async () => {
  const user = await signUp();
  for (const [field, value] of [
    ['ethAddress', '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a'],
    ['accounts', ['0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a']],
    ['solAddress', 'So11111111111111111111111111111111111111112'],
  ]) {
    user.set(field, value);
    await assert.rejects(user.save(), { code: 119 }, field);
    user.revert();
  }
  await Moralis.User.logOut();
});

test('leaving twice is no failure', async () => {
  await signUp();
  await Moralis.User.logOut();
  await Moralis.User.logOut();
  assert.equal(Moralis.User.current(), null);
});
