import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { eventually, failedWith, succeeded } from '../../harness/expectations.mjs';
import { forms } from '../../harness/forms.mjs';

const { Parse, it, send, person, mailTo, hasNoMail, url, options } = connect(import.meta.dirname);
const { open, postForm } = forms(send, options.appId);

const address = () => `${fresh('reader')}@conformance.example`;

async function isVerified({ id }) {
  return succeeded(await send('GET', `/users/${id}`, { key: 'master' })).emailVerified;
}

it('an address is confirmed by the link in a mail', async () => {
  const email = address();
  const user = new Parse.User();
  await user.signUp({ username: fresh('user-'), password: 'secret', email });
  const mail = await mailTo(email);
  assert.equal(mail.subject, 'Please verify your e-mail for Conformance');
  assert.ok(mail.link.startsWith(`${url}/apps/${options.appId}/verify_email?token=`), mail.link);
  assert.ok(
    mail.text.includes(`You are being asked to confirm the e-mail address ${email} with Conformance`)
  );
  assert.equal(await isVerified(user), false);
  assert.equal((await open(mail.link, url)).status, 200);
  assert.equal(await isVerified(user), true);
  await open(mail.link, url);
  assert.equal(await isVerified(user), true);
});

it('a user without an address gets no mail and stays as they are', async () => {
  const ada = await person();
  assert.equal(await isVerified(ada), undefined);
});

it('another mail is sent on request, and not for an address that is confirmed', async () => {
  const email = address();
  const ada = await person({ email });
  const first = await mailTo(email);
  await Parse.User.requestEmailVerification(email);
  const second = await mailTo(email);
  assert.notEqual(second.token, first.token);
  await open(first.link, url);
  assert.equal(await isVerified(ada), false);
  await open(second.link, url);
  assert.equal(await isVerified(ada), true);
  await Parse.User.requestEmailVerification(email);
  await Parse.User.requestEmailVerification(address());
  assert.ok(await hasNoMail(email));
});

it('an address that changes has to be confirmed anew', async () => {
  const [email, other] = [address(), address()];
  const ada = await person({ email });
  await open((await mailTo(email)).link, url);
  assert.equal(await isVerified(ada), true);
  const user = await Parse.User.logIn(ada.username, ada.password);
  await user.save({ email: other });
  const mail = await mailTo(other);
  assert.equal(await isVerified(ada), false);
  await open(mail.link, url);
  assert.equal(await isVerified(ada), true);
});

it('clients cannot say that their address is confirmed', async () => {
  const ada = await person({ email: address() });
  failedWith(
    await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { emailVerified: true } }),
    400,
    119
  );
  failedWith(
    await send('POST', '/users', { body: { username: fresh(), password: 'p', emailVerified: true } }),
    400,
    119
  );
});

it('nobody but the operator sees what was mailed', async () => {
  const email = address();
  const ada = await person({ email });
  await mailTo(email);
  for (const who of [{ token: ada.token }, { key: 'master' }]) {
    const answer = await send('GET', `/users/${ada.id}`, who);
    assert.doesNotMatch(answer.text, /_email_verify_token|_perishable_token/);
  }
});

it('a page sends another link, whoever asks, and tells nothing', async () => {
  const email = address();
  const ada = await person({ email });
  await mailTo(email);
  const known = await postForm('resend_verification_email', { username: ada.username });
  const unknown = await postForm('resend_verification_email', { username: fresh('nobody') });
  assert.equal(known.status, 303);
  assert.equal(unknown.status, 303);
  assert.equal(known.headers.get('location'), unknown.headers.get('location'));
  assert.match(known.headers.get('location'), /\/apps\/email_verification_send_success\.html\?/);
  const mail = await mailTo(email);
  await open(mail.link, url);
  await eventually(() => isVerified(ada), 'the confirmation');
});
