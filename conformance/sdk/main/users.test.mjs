import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';

const { Parse, it, person } = connect(import.meta.dirname);

it('a user changes their own fields', async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  await user.save({ nickname: 'Countess' });
  const found = await new Parse.Query(Parse.User).get(ada.id, ada.as);
  assert.equal(found.get('nickname'), 'Countess');
});

it('the SDK stays signed in after a password change', async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  user.setPassword('a new one');
  await user.save();
  assert.notEqual(user.getSessionToken(), ada.token);
  assert.equal((await Parse.Cloud.run('whoami')).user, ada.id);
});

it('users are queried like any class', async () => {
  const team = fresh('team');
  for (const n of [1, 2, 3]) await person({ team, score: n });
  const found = await new Parse.Query(Parse.User).equalTo('team', team).descending('score').limit(2).find(MASTER);
  assert.deepEqual(found.map(user => user.get('score')), [3, 2]);
  assert.ok(found[0] instanceof Parse.User);
});
