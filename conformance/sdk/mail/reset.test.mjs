import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, refused, succeeded } from '../../harness/expectations.mjs';
import { forms } from '../../harness/forms.mjs';

const { Parse, it, send, person, mailTo, hasNoMail, url, options } = connect(import.meta.dirname);
const { open, postForm } = forms(send, options.appId);

const INVALID = 'Failed to reset password: username / email / token is invalid';

/** A user whose address is known, with the mail about it read. */
async function addressed() {
  const email = `${fresh('reader')}@conformance.example`;
  const ada = await person({ email });
  await mailTo(email);
  return { ...ada, email };
}

it('a forgotten password is replaced by way of a mail, a link and a form', async () => {
  const ada = await addressed();
  await Parse.User.requestPasswordReset(ada.email);
  const mail = await mailTo(ada.email);
  assert.equal(mail.subject, 'Password Reset for Conformance');
  assert.ok(mail.link.startsWith(`${url}/apps/${options.appId}/request_password_reset?token=`), mail.link);
  assert.ok(mail.text.startsWith(`Hi,`), mail.text);
  assert.ok(mail.text.includes(`(your username is '${ada.username}').`), mail.text);

  const page = await open(mail.link, url);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type'), /^text\/html/);
  assert.equal(page.headers.get('x-parse-page-param-token'), mail.token);

  const done = await postForm('request_password_reset', { token: mail.token, new_password: 'a new one' });
  assert.equal(done.status, 200);
  await refused(Parse.User.logIn(ada.username, ada.password), 101, 'Invalid username/password.');
  await refused(ada.user.fetch(ada.as), 209);
  const user = await Parse.User.logIn(ada.username, 'a new one');
  assert.equal(user.id, ada.id);

  const again = await postForm(
    'request_password_reset',
    { token: mail.token, new_password: 'yet another' },
    { script: true }
  );
  failedWith(again, 400, -1, INVALID);
  await Parse.User.logIn(ada.username, 'a new one');
});

it('of many who use a link at once one succeeds', async () => {
  const ada = await addressed();
  await Parse.User.requestPasswordReset(ada.email);
  const { token } = await mailTo(ada.email);
  const tries = Array.from({ length: 20 }, (_, number) =>
    postForm('request_password_reset', { token, new_password: `password ${number}` }, { script: true })
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  assert.equal(statuses.filter(status => status === 200).length, 1, `${statuses}`);
});

it('a newer link takes the place of an older one', async () => {
  const ada = await addressed();
  await Parse.User.requestPasswordReset(ada.email);
  const first = await mailTo(ada.email);
  await Parse.User.requestPasswordReset(ada.email);
  const second = await mailTo(ada.email);
  const post = token => postForm('request_password_reset', { token, new_password: 'new' }, { script: true });
  failedWith(await post(first.token), 400, -1, INVALID);
  succeeded(await post(second.token));
});

it('a link ends when the password or the address changes', async () => {
  for (const change of [{ password: 'changed' }, { email: `${fresh('other')}@conformance.example` }]) {
    const ada = await addressed();
    await Parse.User.requestPasswordReset(ada.email);
    const { token } = await mailTo(ada.email);
    succeeded(await send('PUT', `/users/${ada.id}`, { key: 'master', body: change }));
    failedWith(
      await postForm('request_password_reset', { token, new_password: 'new' }, { script: true }),
      400,
      -1,
      INVALID
    );
  }
});

it('an unused address is answered like any other', async () => {
  const email = `${fresh('missing')}@conformance.example`;
  assert.deepEqual(await Parse.User.requestPasswordReset(email), {});
  assert.ok(await hasNoMail(email));
});

it('a user who has no address may have one for a name', async () => {
  const username = `${fresh('named')}@conformance.example`;
  await person({ username });
  await Parse.User.requestPasswordReset(username);
  const { token } = await mailTo(username);
  succeeded(await postForm('request_password_reset', { token, new_password: 'new' }, { script: true }));
  await Parse.User.logIn(username, 'new');
});
