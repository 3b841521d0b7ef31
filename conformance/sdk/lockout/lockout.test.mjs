import { connect } from '../../harness/connect.mjs';
import { eventually, refused } from '../../harness/expectations.mjs';

const { Parse, it, person } = connect(import.meta.dirname);

const WRONG = 'Invalid username/password.';
const LOCKED =
  'Your account is locked due to multiple failed login attempts. Please try again after 0.05 minute(s)';

async function fail({ username }) {
  for (let time = 0; time < 3; time += 1) await refused(Parse.User.logIn(username, 'wrong'), 101, WRONG);
}

it('a locked account opens again after a while', async () => {
  const ada = await person();
  await fail(ada);
  await refused(Parse.User.logIn(ada.username, ada.password), 101, LOCKED);
  const logIn = () => Parse.User.logIn(ada.username, ada.password).catch(() => undefined);
  await eventually(logIn, 'the end of the lock');
  await fail(ada);
});
