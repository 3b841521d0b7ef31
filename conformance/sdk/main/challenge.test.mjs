import { connect } from '../../harness/connect.mjs';
import { answered, failedWith } from '../../harness/expectations.mjs';

const { it, send, person } = connect(import.meta.dirname);

function challenge(body) {
  return send('POST', '/challenge', { body });
}

it('a challenge about nothing is refused', async () => {
  failedWith(await challenge({}), 400, -1, 'Nothing to challenge.');
});

it('challenge data that is no object is refused', async () => {
  failedWith(await challenge({ challengeData: 'x' }), 400, -1, 'challengeData should be an object.');
});

it('a challenge by name needs the password', async () => {
  const ada = await person();
  failedWith(
    await challenge({ challengeData: { proof: {} }, username: ada.username }),
    400,
    -1,
    'You provided username or email, you need to also provide password.'
  );
});

it('a challenge with a wrong password is refused', async () => {
  const ada = await person();
  failedWith(
    await challenge({ challengeData: { proof: {} }, username: ada.username, password: 'wrong' }),
    404,
    101,
    'Invalid username/password.'
  );
});

it('a provider that has no challenge is left out of the answer', async () => {
  const ada = await person();
  answered(
    await challenge({ challengeData: { proof: {} }, username: ada.username, password: ada.password }),
    200,
    { challengeData: {} }
  );
});
