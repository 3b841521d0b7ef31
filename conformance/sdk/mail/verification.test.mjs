import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { succeeded } from '../../harness/expectations.mjs';
import { forms } from '../../harness/forms.mjs';

const { Parse, it, send, person, mailTo, hasNoMail, url, options } = connect(import.meta.dirname);
const { open } = forms(send, options.appId);

const address = () => `${fresh('reader')}@conformance.example`;

async function isVerified({ id }) {
  return succeeded(await send('GET', `/users/${id}`, { key: 'master' })).emailVerified;
}

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
