// Section D, second part: proofs of wallets that are old, borrowed or bent.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { allowed, forEach, refused } from '../answers.mjs';
import { row } from '../row.mjs';
import { UNPROVEN, device, legacyProof, newAccount, proof, walletUser } from '../wallets.mjs';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const MALFORMED = [UNPROVEN, '400/107', '400/142', '400/252'];

row('D95', 'replay of a signature', async ({ server }) => {
  const wallets = await server('wallets');
  const from = device(wallets);
  const once = await proof(from, newAccount());
  allowed(await from.signIn(once));
  refused(await from.signIn(once), UNPROVEN);
  const account = newAccount();
  const old = await legacyProof(wallets, from, account);
  allowed(await from.send('POST', '/users', { authData: { moralisEth: old } }));
  refused(await from.send('POST', '/users', { authData: { moralisEth: old } }), UNPROVEN);
});

row('D96', 'replay on another node or after restart', async ({ server }) => {
  const first = await server('wallets');
  const second = await server('wallets-again');
  const account = newAccount();
  const from = device(first);
  const once = await proof(from, account);
  const there = device(second, { installation: from.installation });
  allowed(await there.signIn(once));
  refused(await from.signIn(once), UNPROVEN);
  const another = await proof(there, account);
  const restarted = await second.restart();
  refused(await device(restarted, { installation: from.installation }).signIn(once), UNPROVEN);
  allowed(await device(restarted, { installation: from.installation }).signIn(another));
});

row('D97', 'two simultaneous uses', async ({ server }) => {
  const wallets = await server('wallets');
  const from = device(wallets);
  const once = await proof(from, newAccount());
  const answers = await Promise.all(Array.from({ length: 10 }, () => from.signIn(once)));
  const through = answers.filter(({ status }) => status < 300);
  assert.equal(through.length, 1, `${through.length} sessions of one proof`);
  for (const answer of answers.filter(({ status }) => status >= 300)) refused(answer, UNPROVEN);
});

row('D98', 'nonce not issued by us', async ({ server }) => {
  const wallets = await server('wallets');
  const account = newAccount();
  const from = device(wallets);
  const right = await proof(from, account);
  await forEach(['0'.repeat(32), randomUUID().replaceAll('-', ''), ''], async nonce => {
    const message = right.message.replace(/Nonce: \w+/, `Nonce: ${nonce}`);
    refused(await from.signIn({ ...right, message, signature: await account.signMessage({ message }) }), MALFORMED);
  });
  refused(await device(wallets).signIn(right), UNPROVEN);
  // The refusals have not used it up for whom it was made.
  allowed(await from.signIn(right));
});

row('D99', 'nonce for another purpose', async ({ server }) => {
  const wallets = await server('wallets');
  const owner = await walletUser(wallets);
  const account = newAccount();
  const signedIn = device(wallets, { as: owner, installation: owner.installation });
  const stranger = device(wallets, { installation: owner.installation });
  const forLink = await proof(signedIn, account);
  refused(await stranger.signIn(forLink), UNPROVEN);
  const forLogin = await proof(stranger, account);
  refused(await signedIn.link(owner.id, forLogin), UNPROVEN);
  const asSolana = { ...forLogin, family: 'solana' };
  refused(await stranger.signIn(asSolana), MALFORMED);
  refused(await device(wallets).signIn(forLogin), UNPROVEN);
});

row('D100', 'legacy message format', async ({ server }) => {
  const wallets = await server('wallets');
  const account = newAccount();
  const from = device(wallets);
  const attempt = async data =>
    from.send('POST', '/users', { authData: { moralisEth: { id: account.address.toLowerCase(), data, signature: await account.signMessage({ message: data }) } } });
  const { keys } = wallets;
  await forEach(
    ['Moralis Authentication', `Moralis Authentication\n\nId: ${keys.appId}:${Date.now()}`, `Moralis Authentication\n\nId: ${keys.appId}:${new Date().toISOString()}`, `x\n\nId: ${keys.appId}:`],
    async data => refused(await attempt(data), MALFORMED)
  );
  const elsewhere = device(wallets);
  const right = await legacyProof(wallets, from, account);
  refused(await elsewhere.send('POST', '/users', { authData: { moralisEth: right } }), UNPROVEN);
  const strict = await server('wallets-strict');
  refused(await device(strict).serverTime(), '400/252', '400/141');
});

row('D101', 'wrong domain', async ({ server }) => {
  const wallets = await server('wallets');
  const account = newAccount();
  for (const origin of ['https://evil.example', 'http://app.example', 'https://app.example.evil.example', 'https://app.example:8443', 'null', null]) {
    refused(await device(wallets, { origin }).challenge(account), MALFORMED, '400/119', '403/119');
  }
  const from = device(wallets);
  const right = await proof(from, account);
  const message = right.message.replace(/^app\.example/, 'evil.example');
  refused(await from.signIn({ ...right, message, signature: await account.signMessage({ message }) }), MALFORMED);
  refused(await device(wallets, { origin: 'https://evil.example', installation: from.installation }).signIn(right), UNPROVEN, '400/119');
});

row('D102', 'wrong chain or app', async ({ server }) => {
  const wallets = await server('wallets');
  const account = newAccount();
  const from = device(wallets);
  const right = await proof(from, account, { chain: 1 });
  const message = right.message.replace('Chain ID: 1', 'Chain ID: 137');
  assert.notEqual(message, right.message);
  refused(await from.signIn({ ...right, message, signature: await account.signMessage({ message }) }), MALFORMED);
  const old = await legacyProof(wallets, from, account, { app: 'another' });
  refused(await from.send('POST', '/users', { authData: { moralisEth: old } }), MALFORMED);
});

row('D103', 'time window', { note: 'the times are the server’s own: a text with others is not its text; expiry is set back in its table' }, async ({ server }) => {
  const wallets = await server('wallets');
  const account = newAccount();
  const from = device(wallets);
  const right = await proof(from, account);
  await forEach([/Issued At: .*/, /Expiration Time: .*/], async line => {
    for (const time of ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z', '']) {
      const message = right.message.replace(line, found => `${found.split(': ')[0]}: ${time}`);
      refused(await from.signIn({ ...right, message, signature: await account.signMessage({ message }) }), MALFORMED);
    }
  });
  const [{ table, column }] = await wallets.sql(
    `SELECT table_schema || '.' || table_name AS table, column_name AS column FROM information_schema.columns WHERE table_name LIKE '%challenge%' AND column_name LIKE '%expire%'`
  );
  await wallets.sql(`UPDATE ${table} SET "${column}" = now() - interval '1 second'`);
  refused(await from.signIn(right), UNPROVEN);
});

row('D104', 'message injection', async ({ server }) => {
  const wallets = await server('wallets');
  const account = newAccount();
  const from = device(wallets);
  const right = await proof(from, account);
  const bent = [
    right.message.replaceAll('\n', '\r\n'),
    `${right.message}\nNonce: 00000000000000000000000000000000`,
    `${right.message}\n\nId: ${wallets.keys.appId}:x`,
    right.message.replace('\n\nURI', '\n\n\u202eURI'),
    `${'a'.repeat(100_000)}\n${right.message}`,
    ` ${right.message}`,
    `${right.message}\n`,
    `${right.message}\u0000`,
  ];
  await forEach(bent, async message => refused(await from.signIn({ ...right, message, signature: await account.signMessage({ message }) }), MALFORMED, '413/116', '400/116'));
});

row('D105', 'address spelling', async ({ server }) => {
  const wallets = await server('wallets');
  const { id, account } = await walletUser(wallets);
  const flip = account.address.replace(/[a-fA-F](?=[^a-fA-F]*$)/, letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
  assert.notEqual(flip, account.address);
  await forEach([flip, 'vitalik.eth', 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', account.address.slice(2), `${account.address}00`, ''], async address =>
    refused(await device(wallets).challenge({ address }), MALFORMED, '400/111')
  );
  for (const address of [account.address.toLowerCase(), `0x${account.address.slice(2).toUpperCase()}`, account.address]) {
    const from = device(wallets);
    const made = await proof(from, { ...account, address });
    assert.equal(allowed(await from.signIn({ ...made, address })).objectId, id);
  }
});

row('D106', 'signature forms', async ({ server }) => {
  const wallets = await server('wallets');
  const account = newAccount();
  const from = device(wallets);
  const right = await proof(from, account);
  const [r, s, v] = [right.signature.slice(2, 66), right.signature.slice(66, 130), right.signature.slice(130)];
  const twin = (ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
  const other = v === '1b' ? '1c' : '1b';
  await forEach(
    [`0x${r}${twin}${other}`, `0x${r}${twin}${v}`, `0x${r}${s}25`, `0x${r}${s}${other}`, `0x${r}${s}`, `0x${r}${s}${v}00`, `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, '0x', '', 'zz', right.signature.replace('0x', '0X')],
    async signature => refused(await from.signIn({ ...right, signature }), MALFORMED, '400/111')
  );
  // v counted from 0 is a form some wallets have.
  allowed(await from.signIn({ ...right, signature: `0x${r}${s}${v === '1b' ? '00' : '01'}` }));
});
