import { connect, fresh } from '../../harness/connect.mjs';
import { eventually, refused, succeeded } from '../../harness/expectations.mjs';
import { forms } from '../../harness/forms.mjs';

const { Parse, it, send, mailTo, url, options } = connect(import.meta.dirname);
const { open } = forms(send, options.appId);

const UNVERIFIED = 'User email is not verified.';

it('a link ends after its time, and another one is sent on request', async () => {
  const [username, email] = [fresh('user-'), `${fresh('reader')}@conformance.example`];
  succeeded(await send('POST', '/users', { body: { username, password: 'secret', email } }), 201);
  const old = await mailTo(email);
  const end = Date.now() + 4_100;
  await eventually(() => Date.now() > end, 'the end of the link');
  await open(old.link, url);
  await refused(Parse.User.logIn(username, 'secret'), 205, UNVERIFIED);
  await Parse.User.requestEmailVerification(email);
  await open((await mailTo(email)).link, url);
  await Parse.User.logIn(username, 'secret');
});
