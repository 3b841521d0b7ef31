import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { eventually, failedWith, refused, succeeded } from '../../harness/expectations.mjs';
import { forms } from '../../harness/forms.mjs';

const { Parse, it, send, mailTo, options, url } = connect(import.meta.dirname);
const { open, postForm } = forms(send, options.appId);

const PATTERN = 'Letters and figures, please.';
const NAME = 'Password cannot contain your username.';
const HISTORY = 'New password should not be the same as last 3 passwords.';

async function signUp(password = 'first1') {
  const user = new Parse.User();
  const [username, email] = [fresh('user'), `${fresh('reader')}@conformance.example`];
  await user.signUp({ username, password, email });
  return { user, username, email, as: { sessionToken: user.getSessionToken() } };
}

it('a password must match the pattern, at sign-up and later', async () => {
  for (const password of ['abcdef', '123456', 'abc12']) {
    await refused(signUp(password), 142, PATTERN);
  }
  const { user, as } = await signUp();
  await refused(user.save({ password: 'abcdef' }, as), 142, PATTERN);
});

it('a password must not contain the name', async () => {
  const username = fresh('name');
  const user = new Parse.User();
  await refused(user.signUp({ username, password: `1a${username}` }), 142, NAME);
  const ada = await signUp();
  failedWith(
    await send('PUT', `/users/${ada.user.id}`, { token: ada.as.sessionToken, body: { password: `1a${ada.username}` } }),
    400,
    142,
    NAME
  );
});

it('one of the last passwords cannot be taken again', async () => {
  const ada = await signUp();
  const change = password => send('PUT', `/users/${ada.user.id}`, { key: 'master', body: { password } });
  failedWith(await change('first1'), 400, 142, HISTORY);
  succeeded(await change('second2'));
  succeeded(await change('third3'));
  for (const password of ['first1', 'second2', 'third3']) failedWith(await change(password), 400, 142, HISTORY);
  succeeded(await change('fourth4'));
  succeeded(await change('first1'));
});

it('the policy is told on the page, and the link goes on working', async () => {
  const ada = await signUp();
  await Parse.User.requestPasswordReset(ada.email);
  const { token } = await mailTo(ada.email);
  const post = (new_password, more) => postForm('request_password_reset', { token, new_password }, more);
  failedWith(await post('abcdef', { script: true }), 400, -1, PATTERN);
  const page = await post('abcdef');
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('x-parse-page-param-error'), PATTERN);
  failedWith(await post('first1', { script: true }), 400, -1, HISTORY);
  failedWith(await post(`1a${ada.username}`, { script: true }), 400, -1, NAME);
  succeeded(await post('second2', { script: true }));
  await Parse.User.logIn(ada.username, 'second2');
});

it('the same link is sent again while it works, and a new one for one that has ended', async () => {
  const ada = await signUp();
  await Parse.User.requestPasswordReset(ada.email);
  const first = await mailTo(ada.email);
  const end = Date.now() + 2_100;
  await Parse.User.requestPasswordReset(ada.email);
  assert.equal((await mailTo(ada.email)).token, first.token);
  await eventually(() => Date.now() > end, 'the end of the link');
  failedWith(
    await postForm('request_password_reset', { token: first.token, new_password: 'second2' }, { script: true }),
    400,
    -1,
    'The password reset link has expired'
  );
  assert.equal((await open(first.link, url)).headers.get('x-parse-page-param-token'), null);
  succeeded(await send('POST', '/requestPasswordReset', { body: { token: first.token } }));
  const second = await mailTo(ada.email);
  assert.notEqual(second.token, first.token);
  succeeded(
    await postForm('request_password_reset', { token: second.token, new_password: 'second2' }, { script: true })
  );
});
