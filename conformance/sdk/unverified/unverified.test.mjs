import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { eventually, failedWith, refused, succeeded } from '../../harness/expectations.mjs';
import { forms } from '../../harness/forms.mjs';

const { Parse, it, send, mailTo, url, options } = connect(import.meta.dirname);
const { open } = forms(send, options.appId);

const UNVERIFIED = 'User email is not verified.';

async function signUp() {
  const [username, email] = [fresh('user-'), `${fresh('reader')}@conformance.example`];
  const made = succeeded(await send('POST', '/users', { body: { username, password: 'secret', email } }), 201);
  return { username, email, made };
}

it('nobody signs in before their address is confirmed', async () => {
  const { username, email, made } = await signUp();
  assert.equal(made.sessionToken, undefined);
  const { link } = await mailTo(email);
  await refused(Parse.User.logIn(username, 'secret'), 205, UNVERIFIED);
  await refused(Parse.User.verifyPassword(username, 'secret'), 205, UNVERIFIED);
  await refused(Parse.User.logIn(username, 'wrong'), 101, 'Invalid username/password.');
  await open(link, url);
  const user = await Parse.User.logIn(username, 'secret');
  assert.equal(user.get('emailVerified'), true);
});

it('only the master key may look past it', async () => {
  const { username } = await signUp();
  const body = { username, password: 'secret', ignoreEmailVerification: true };
  failedWith(await send('POST', '/login', { body }), 400, 205, UNVERIFIED);
  failedWith(await send('POST', '/login', { body: { username, password: 'secret' }, key: 'master' }), 400, 205);
  succeeded(await send('POST', '/login', { body, key: 'master' }));
});

it('a link ends after its time, and another one is sent on request', async () => {
  const { username, email } = await signUp();
  const old = await mailTo(email);
  const end = Date.now() + 4_100;
  await eventually(() => Date.now() > end, 'the end of the link');
  await open(old.link, url);
  await refused(Parse.User.logIn(username, 'secret'), 205, UNVERIFIED);
  await Parse.User.requestEmailVerification(email);
  await open((await mailTo(email)).link, url);
  await Parse.User.logIn(username, 'secret');
});

it('where the operator wants it, an address that nobody has is told', async () => {
  const email = `${fresh('nobody')}@conformance.example`;
  await refused(Parse.User.requestPasswordReset(email), 101, 'A user with that email does not exist.');
  await refused(Parse.User.requestEmailVerification(email), 205, `No user found with email ${email}`);
  const known = await signUp();
  await open((await mailTo(known.email)).link, url);
  await refused(
    Parse.User.requestEmailVerification(known.email),
    -1,
    `Email ${known.email} is already verified.`
  );
});
