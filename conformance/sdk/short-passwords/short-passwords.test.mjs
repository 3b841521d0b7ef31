import { connect } from '../../harness/connect.mjs';
import { eventually, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

const EXPIRED = 'Your password has expired. Please reset your password.';

it('a password that is too old lets no user in until it is replaced', async () => {
  const ada = await person();
  const end = Date.now() + 2_100;
  await Parse.User.logIn(ada.username, ada.password);
  await eventually(() => Date.now() > end, 'the end of the password');
  await refused(Parse.User.logIn(ada.username, ada.password), 101, EXPIRED);
  succeeded(await send('PUT', `/users/${ada.id}`, { key: 'master', body: { password: 'new' } }));
  await Parse.User.logIn(ada.username, 'new');
});
