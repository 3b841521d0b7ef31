import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { eventually, failedWith, succeeded } from '../../harness/expectations.mjs';
import { forms } from '../../harness/forms.mjs';

const { Parse, it, send, mailTo, options, url } = connect(import.meta.dirname);
const { open, postForm } = forms(send, options.appId);

it('the same link is sent again while it works, and a new one for one that has ended', async () => {
  const email = `${fresh('reader')}@conformance.example`;
  await new Parse.User().signUp({ username: fresh('user'), password: 'first1', email });
  await Parse.User.requestPasswordReset(email);
  const first = await mailTo(email);
  const end = Date.now() + 2_100;
  await Parse.User.requestPasswordReset(email);
  assert.equal((await mailTo(email)).token, first.token);
  await eventually(() => Date.now() > end, 'the end of the link');
  failedWith(
    await postForm('request_password_reset', { token: first.token, new_password: 'second2' }, { script: true }),
    400,
    -1,
    'The password reset link has expired'
  );
  assert.equal((await open(first.link, url)).headers.get('x-parse-page-param-token'), null);
  succeeded(await send('POST', '/requestPasswordReset', { body: { token: first.token } }));
  const second = await mailTo(email);
  assert.notEqual(second.token, first.token);
  succeeded(
    await postForm('request_password_reset', { token: second.token, new_password: 'second2' }, { script: true })
  );
});
