import { connect, fresh } from '../../harness/connect.mjs';
import { eventually, refused, succeeded } from '../../harness/expectations.mjs';
import { forms } from '../../harness/forms.mjs';

const { Parse, it, send, person, mailTo, options } = connect(import.meta.dirname);
const { postForm } = forms(send, options.appId);

const WRONG = 'Invalid username/password.';
const LOCKED =
  'Your account is locked due to multiple failed login attempts. Please try again after 0.05 minute(s)';

async function fail(ada, times) {
  for (let time = 0; time < times; time += 1) {
    await refused(Parse.User.logIn(ada.username, 'wrong'), 101, WRONG);
  }
}

it('an account is locked after so many failures, also for who knows the password', async () => {
  const ada = await person();
  await fail(ada, 3);
  await refused(Parse.User.logIn(ada.username, 'wrong'), 101, LOCKED);
  await refused(Parse.User.logIn(ada.username, ada.password), 101, LOCKED);
  await refused(Parse.User.verifyPassword(ada.username, ada.password), 101, LOCKED);
});

it('it opens again after a while', async () => {
  const ada = await person();
  await fail(ada, 3);
  await refused(Parse.User.logIn(ada.username, ada.password), 101, LOCKED);
  await eventually(
    () => Parse.User.logIn(ada.username, ada.password).catch(() => undefined),
    'the end of the lock'
  );
  await fail(ada, 3);
});

it('a success lets the counting begin again', async () => {
  const ada = await person();
  await fail(ada, 2);
  await Parse.User.logIn(ada.username, ada.password);
  await fail(ada, 2);
  await Parse.User.logIn(ada.username, ada.password);
});

it('a new password set by mail opens it', async () => {
  const email = `${fresh('reader')}@conformance.example`;
  const ada = await person({ email });
  await fail(ada, 3);
  await Parse.User.requestPasswordReset(email);
  const { token } = await mailTo(email);
  succeeded(await postForm('request_password_reset', { token, new_password: 'new' }, { script: true }));
  await Parse.User.logIn(ada.username, 'new');
});

it('a name that nobody has is never locked', async () => {
  const nobody = { username: fresh('nobody') };
  await fail(nobody, 5);
});
