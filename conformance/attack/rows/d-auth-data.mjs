// Section D, first part: what stands where a proof should be.
import assert from 'node:assert/strict';
import { allowed, forEach, refused } from '../answers.mjs';
import { fresh } from '../attacked.mjs';
import { notApplicable, row } from '../row.mjs';
import { UNPROVEN, device, newAccount, proof, walletUser } from '../wallets.mjs';

const PROVIDERS = ['wallet', 'moralisEth', 'moralisSol', 'moralisDot', 'moralisErd'];
const REFUSALS = [UNPROVEN, '400/252', '400/142', '400/107', '400/111', '400/162', '400/200', '400/101'];

row('D84', 'operator in the provider id', async ({ server }) => {
  const wallets = await server('wallets');
  await walletUser(wallets);
  await forEach([{ $regex: '^' }, { $ne: null }, { $exists: true }, ['0x'], 5, null, true], async id => {
    // To have no name is anonymous too; anyone who has none gets an account of their own.
    for (const provider of id === null ? PROVIDERS : ['anonymous', ...PROVIDERS]) {
      const identity = provider === 'wallet' ? { family: 'evm', address: id, message: 'x', signature: '0x' } : { id, data: 'x', signature: '0x' };
      refused(await wallets.send('POST', '/users', { body: { authData: { [provider]: identity } } }), REFUSALS);
    }
  });
  const nameless = () => wallets.send('POST', '/users', { body: { authData: { anonymous: { id: null } } } });
  const [one, two] = [await nameless(), await nameless()];
  if (one.status === 201) assert.notEqual(one.body.objectId, allowed(two).objectId);
});

row('D85', 'empty authData', async ({ server }) => {
  const wallets = await server('wallets');
  const before = await wallets.countOf('_User');
  await forEach([{}, ...PROVIDERS.flatMap(name => [{ [name]: {} }, { [name]: null }])], async authData =>
    refused(await wallets.send('POST', '/users', { body: { authData } }), REFUSALS)
  );
  assert.equal(await wallets.countOf('_User'), before);
});

row('D86', 'non-object provider value', async ({ server }) => {
  const wallets = await server('wallets');
  await forEach(['y', 5, true, ['a']], async value => {
    for (const provider of PROVIDERS) {
      refused(await wallets.send('POST', '/users', { body: { authData: { [provider]: value } } }), REFUSALS);
    }
  });
});

row('D87', 'unconfigured provider', async ({ server }) => {
  const wallets = await server('wallets');
  for (let call = 0; call < 100; call += 1) {
    refused(await wallets.send('POST', '/users', { body: { authData: { [fresh('nope')]: { id: '1' } } } }), '400/252');
  }
});

row('D88', 'subset of stored authData', async ({ server }) => {
  const wallets = await server('wallets');
  const { account } = await walletUser(wallets);
  const id = account.address.toLowerCase();
  for (const authData of [{ moralisEth: { id } }, { wallet: { family: 'evm', address: id } }]) {
    refused(await wallets.send('POST', '/users', { body: { authData } }), REFUSALS);
    refused(await wallets.send('POST', '/login', { body: { authData } }), [...REFUSALS, '400/201']);
  }
});

row('D89', 'identity riding on a password login', async ({ server }) => {
  const wallets = await server('wallets');
  const victim = await walletUser(wallets);
  const eve = await wallets.person();
  const id = victim.account.address.toLowerCase();
  const before = await wallets.stored('_User', eve.id);
  for (const identity of [{ moralisEth: { id } }, { moralisEth: { id, data: 'x', signature: '0x00' } }]) {
    const body = { username: eve.username, password: eve.password, authData: identity };
    const answer = await wallets.send('POST', '/login', { body, installation: eve.installation });
    if (answer.status === 200) assert.equal(answer.body.objectId, eve.id);
    else refused(answer, REFUSALS);
    assert.ok(!answer.text.includes(id), answer.text);
  }
  const now = await wallets.stored('_User', eve.id);
  assert.equal(now.ethAddress, before.ethAddress);
});

row('D90', 'dotted authData update', async ({ server }) => {
  const wallets = await server('wallets');
  const victim = await walletUser(wallets);
  const eve = await wallets.person();
  const id = victim.account.address.toLowerCase();
  await forEach([{ 'authData.moralisEth.id': id }, { 'authData.moralisEth': { id } }, { 'authData.wallet': { family: 'evm', address: id } }, { _auth_data_moralisEth: { id } }], async body =>
    refused(await wallets.send('PUT', `/users/${eve.id}`, { as: eve, body }), '400/105', '400/119', '400/137', UNPROVEN)
  );
});

row('D91', 'token for another audience', { note: 'proofs of wallets name the application and the origin: another application, another domain' }, async ({ server }) => {
  const wallets = await server('wallets');
  const account = newAccount();
  const from = device(wallets);
  const right = await proof(from, account);
  for (const message of [right.message.replace('app.example', 'evil.example'), right.message.replace(/Chain ID: \d+/, 'Chain ID: 5')]) {
    refused(await from.signIn({ ...right, message, signature: await account.signMessage({ message }) }), UNPROVEN, '400/107', '400/142');
  }
});

notApplicable('D92', 'adapters with foreign back ends', 'no adapter of a foreign service is shipped', async ({ server }) => {
  const wallets = await server('wallets');
  for (const provider of ['ldap', 'gcenter', 'instagram', 'oauth2', 'facebook', 'apple']) {
    refused(await wallets.send('POST', '/users', { body: { authData: { [provider]: { id: 'a', apiURL: 'http://127.0.0.1:1', publicKeyUrl: 'http://127.0.0.1:1' } } } }), '400/252');
  }
});

row('D93', 'anonymous account provenance', async ({ server }) => {
  const wallets = await server('wallets');
  const answer = await wallets.send('POST', '/users', { body: { authData: { anonymous: { id: fresh('anonymous') } } } });
  if (answer.status !== 201) return refused(answer, '400/252', '400/119');
  const [session] = await wallets.sql(`SELECT "createdWith" FROM "_Session" WHERE "user" = $1`, [answer.body.objectId]);
  assert.equal(session.createdWith.authProvider, 'anonymous');
});

row('D94', 'same authData twice at once', { note: 'a proof is good once, so each of the twenty brings its own' }, async ({ server }) => {
  const wallets = await server('wallets');
  const account = newAccount();
  const proofs = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const from = device(wallets);
      return { from, made: await proof(from, account) };
    })
  );
  const answers = await Promise.all(proofs.map(({ from, made }) => from.signIn(made)));
  const users = new Set(answers.map(answer => allowed(answer).objectId));
  assert.equal(users.size, 1, `${users.size} users for one address`);
});
