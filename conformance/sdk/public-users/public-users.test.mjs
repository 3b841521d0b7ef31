import { connect, fresh } from '../../harness/connect.mjs';
import { failedWith } from '../../harness/expectations.mjs';

const { it, send, person } = connect(import.meta.dirname);

it('internal columns are refused, of a new user and of one that exists', async () => {
  const ada = await person();
  for (const name of ['_email_verify_token', '_perishable_token', '_failed_login_count', '_hashed_password']) {
    const body = { [name]: 'x' };
    const signUp = await send('POST', '/users', { body: { username: fresh('u'), password: 'secret', ...body } });
    failedWith(signUp, 400, 105, `Invalid field name: ${name}.`);
    failedWith(await send('PUT', `/users/${ada.id}`, { token: ada.token, body }), 400, 105);
  }
});
