// Section D, third part: contracts, other families, and what accounts lose by them.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { allowed, forEach, refused, unchanged, within } from '../answers.mjs';
import { fresh } from '../attacked.mjs';
import { programmeOn } from '../programme.mjs';
import { row } from '../row.mjs';
import { ORIGIN, UNPROVEN, device, newAccount, proof, walletUser } from '../wallets.mjs';
import { multiversx, polkadot, signedBy, solana } from '../../moralis/stage/edwards.mjs';
import { contractWallet } from '../../moralis/stage/chain.mjs';

const MALFORMED = [UNPROVEN, '400/107', '400/142', '400/252', '400/111'];
const CHAIN = 31337;

const contract = (wallets, owner, name) => contractWallet({ url: wallets.chain.url, ...wallets.chain.contracts }, owner, name);

row('D107', 'contract wallet that says yes to all', async ({ server }) => {
  const wallets = await server('wallets');
  const yes = wallets.chain.contracts.yes;
  const from = device(wallets);
  const made = await proof(from, { address: yes, signMessage: async () => '0x1234' }, { chain: CHAIN });
  const { objectId } = allowed(await from.signIn(made));
  const elsewhere = await proof(from, { address: yes, signMessage: async () => '0x1234' }, { chain: 1 });
  refused(await from.signIn(elsewhere), MALFORMED, '400/100');
  const stored = await wallets.stored('_User', objectId);
  assert.notEqual(stored.isAdmin, true);
});

row('D108', 'contract wallet gas and return bomb', async ({ server }) => {
  const wallets = await server('wallets');
  for (const address of [wallets.chain.contracts.burner, wallets.chain.contracts.flood]) {
    const from = device(wallets);
    const began = performance.now();
    const made = await proof(from, { address, signMessage: async () => '0x1234' }, { chain: CHAIN });
    refused(await from.signIn(made), UNPROVEN, '400/100', '503/100');
    assert.ok(performance.now() - began < 10_000);
  }
  // Anyone who has such a contract does not close the node for others.
  const wallet = await contract(wallets, newAccount(), 'honest');
  await wallet.deploy();
  const flood = { address: wallets.chain.contracts.flood, signMessage: async () => `0x${randomBytes(8).toString('hex')}` };
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(
      Array.from({ length: 24 }, async () => {
        const from = device(wallets);
        refused(await from.signIn(await proof(from, flood, { chain: CHAIN })), UNPROVEN);
      })
    );
  }
  const honest = device(wallets);
  allowed(await honest.signIn(await proof(honest, wallet.account, { chain: CHAIN })));
});

row('D109', 'undeployed-wallet wrapper', async ({ server }) => {
  const wallets = await server('wallets-again');
  const first = await server('wallets');
  const owner = newAccount();
  const wallet = await contract(first, owner, 'undeployed');
  // This node has no list of factories.
  const from = device(wallets);
  const made = await proof(from, wallet.undeployed, { chain: CHAIN });
  refused(await from.signIn(made), MALFORMED);
});

row('D110', 'cross-account replay of a contract signature', async ({ server }) => {
  const wallets = await server('wallets');
  const owner = newAccount();
  const [one, two] = [await contract(wallets, owner, 'one'), await contract(wallets, owner, 'two')];
  await one.deploy();
  await two.deploy();
  const from = device(wallets);
  const made = await proof(from, one.account, { chain: CHAIN });
  refused(await from.signIn({ ...made, address: two.address }), UNPROVEN);
});

row('D111', 'owner rotated after sign-in', { note: 'such a session ends within a day, even if the contract has a new owner' }, async ({ server }) => {
  const wallets = await server('wallets');
  const wallet = await contract(wallets, newAccount(), 'rotated');
  await wallet.deploy();
  const from = device(wallets);
  const { objectId, sessionToken } = allowed(await from.signIn(await proof(from, wallet.account, { chain: CHAIN })));
  const mine = allowed(await wallets.send('GET', '/sessions/me', { as: sessionToken }));
  for (const body of [{ 'createdWith.keepsEnd': { __op: 'Delete' } }, { 'createdWith.keepsEnd': false }, { createdWith: { action: 'login' } }, { 'expiresAt.iso': '2099-01-01T00:00:00.000Z' }]) {
    refused(await wallets.send('PUT', `/sessions/${mine.objectId}`, { as: sessionToken, body }), '400/105', '400/111', '400/119');
  }
  const next = allowed(await wallets.send('POST', '/sessions', { as: sessionToken, body: { 'createdWith.keepsEnd': false } }));
  wallets.keepSecret(next.sessionToken);
  allowed(await wallets.send('POST', '/upgradeToRevocableSession', { as: next.sessionToken, body: {} }));
  const sessions = await wallets.sql(`SELECT "expiresAt" < now() + interval '24 hours 1 minute' AS is_short FROM "_Session" WHERE "user" = $1`, [objectId]);
  assert.ok(sessions.length > 1 && sessions.every(({ is_short }) => is_short), 'a session of a contract outlives the day');
});

row('D112', 'caller-chosen node', async ({ server }) => {
  const wallets = await server('wallets');
  await forEach(['http://10.0.0.1', 'file:///etc/passwd', -1, 1.5, 1e30, {}, '0x1; drop'], async chain =>
    refused(await device(wallets).challenge(newAccount(), { chain }), MALFORMED)
  );
  const wallet = await contract(wallets, newAccount(), 'unknown-chain');
  await wallet.deploy();
  const from = device(wallets);
  const made = await proof(from, wallet.account, { chain: 424_242, rpcUrl: wallets.chain.url });
  refused(await from.signIn({ ...made, rpcUrl: wallets.chain.url }), MALFORMED, '400/100');
});

row('D113', 'lying or broken node', { note: 'the node of chain 666 answers with a page of HTML, the one of 667 not at all, the one of 668 with errors and with 20 MB; wrong numbers and shapes are L277' }, async ({ server }) => {
  const wallets = await server('wallets');
  for (const chain of [666, 667]) {
    const from = device(wallets);
    const made = await proof(from, { address: wallets.chain.contracts.factory, signMessage: async () => `0x${'12'.repeat(80)}` }, { chain });
    const answer = await from.signIn(made);
    refused(answer, UNPROVEN, '400/100', '503/100');
  }
  const { odd } = wallets;
  const straight = odd.bend;
  try {
    for (const bend of [({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: 'internal' } }), answer => ({ ...answer, result: `0x${'00'.repeat(10 << 20)}` })]) {
      odd.bend = bend;
      const from = device(wallets);
      const made = await proof(from, { address: `0x${randomBytes(20).toString('hex')}`, signMessage: async () => `0x${'12'.repeat(80)}` }, { chain: 668 });
      refused(await within(10_000, () => from.signIn(made)), UNPROVEN, '400/100', '503/100');
    }
  } finally {
    odd.bend = straight;
  }
  const ada = await wallets.person();
  allowed(await wallets.logIn(ada));
});

row('D114', 'Solana edge keys', async ({ server }) => {
  const wallets = await server('wallets');
  const good = solana();
  const from = device(wallets);
  const right = await signedBy(from, 'solana', good);
  const bent = Buffer.from(right.signature, 'base64');
  // The same signature with the order of the group added to S.
  let carry = 0n;
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  let s = BigInt(`0x${Buffer.from(bent.subarray(32)).reverse().toString('hex')}`) + order;
  for (let place = 32; place < 64; place += 1) {
    bent[place] = Number(s & 255n);
    s >>= 8n;
    carry += 1n;
  }
  refused(await from.signIn({ ...right, signature: bent.toString('base64') }), MALFORMED);
  allowed(await from.signIn(right));
  // A key of small order verifies anything in a careless check.
  await forEach(['11111111111111111111111111111111', '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM', '1111111111111111111111111111111', '111111111111111111111111111111111', '0OIl'], async address => {
    const fromThere = device(wallets);
    const asked = await fromThere.send('POST', '/functions/walletChallenge', { family: 'solana', address });
    if (asked.status !== 200) return refused(asked, MALFORMED);
    const signature = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64');
    refused(await fromThere.signIn({ family: 'solana', address, message: asked.body.result.message, signature }), MALFORMED);
  });
  assert.equal(carry, 32n);
});

row('D115', 'transaction dressed as login', async ({ server }) => {
  const wallets = await server('wallets');
  const good = solana();
  const from = device(wallets);
  const message = Buffer.from([1, 0, 1, 3, ...Buffer.alloc(100, 7)]).toString('latin1');
  const signature = good.sign(Buffer.from(message, 'latin1')).toString('base64');
  refused(await from.signIn({ family: 'solana', address: good.address, message, signature }), MALFORMED);
});

row('D116', 'sr25519 wrapping', { note: 'ed25519 keys here: wrapping is judged before the kind of key; another prefix is the same account' }, async ({ server }) => {
  const wallets = await server('wallets');
  const good = polkadot();
  const from = device(wallets);
  const right = await signedBy(from, 'polkadot', good);
  refused(await from.signIn({ ...right, signature: `0x${good.raw(Buffer.from(right.message)).toString('hex')}` }), UNPROVEN);
  const { objectId } = allowed(await from.signIn(right));
  const again = device(wallets);
  const other = await signedBy(again, 'polkadot', { ...good, address: good.withPrefix(2) });
  assert.equal(allowed(await again.signIn(other)).objectId, objectId);
});

row('D117', 'erd message prefix', async ({ server }) => {
  const wallets = await server('wallets');
  const good = multiversx();
  const from = device(wallets);
  const right = await signedBy(from, 'multiversx', good);
  refused(await from.signIn({ ...right, signature: good.raw(Buffer.from(right.message)).toString('hex') }), UNPROVEN);
  refused(await from.signIn({ ...right, signature: right.message }), MALFORMED);
  refused(await device(wallets).send('POST', '/functions/walletChallenge', { family: 'multiversx', address: good.address.replace(/^erd/, 'btc') }), MALFORMED);
  const { dateTime } = allowed(await from.serverTime()).result;
  const data = `Moralis Authentication\n\nId: ${wallets.keys.appId}:${dateTime}`;
  refused(await from.send('POST', '/users', { authData: { moralisErd: { id: good.address, data, signature: data } } }), MALFORMED);
  allowed(await from.signIn(right));
});

row('D118', 'pre-hijack by e-mail', async ({ server }) => {
  const wallets = await server('wallets');
  const email = `victim-${Date.now()}@example.org`;
  const eve = await wallets.person({ email });
  const from = device(wallets);
  const made = await proof(from, newAccount());
  const answer = await from.send('POST', '/users', { authData: { wallet: made }, email });
  if (answer.status < 300) assert.notEqual(answer.body.objectId, eve.id);
  else refused(answer, '400/203');
});

row('D119', 'linking someone else’s wallet', async ({ server }) => {
  const wallets = await server('wallets');
  const victim = await walletUser(wallets);
  const eve = await walletUser(wallets);
  const from = device(wallets, { as: eve, installation: eve.installation });
  const mine = await proof(from, newAccount());
  refused(await from.link(eve.id, { ...mine, address: victim.account.address }), UNPROVEN);
  const taken = await proof(from, victim.account);
  refused(await from.link(eve.id, taken), '400/208');
  for (const body of [{ ethAddress: victim.account.address.toLowerCase() }, { accounts: [victim.account.address.toLowerCase()] }, { accounts: { __op: 'AddUnique', objects: [victim.account.address.toLowerCase()] } }, { isAdmin: true }]) {
    const answer = await from.send('PUT', `/users/${eve.id}`, body);
    if (answer.status < 300) assert.notEqual((await wallets.stored('_User', eve.id)).ethAddress, victim.account.address.toLowerCase());
    else refused(answer, '400/119', '403/119');
  }
  refused(await from.send('DELETE', `/classes/_EthAddress/${victim.account.address.toLowerCase()}`), UNPROVEN, '400/119', '403/119');
});

row('D120', 'unlinking the last method', async ({ server }) => {
  const wallets = await server('wallets');
  const ada = await walletUser(wallets);
  const from = device(wallets, { as: ada, installation: ada.installation });
  const address = ada.account.address.toLowerCase();
  refused(await from.send('POST', '/functions/walletUnlink', { family: 'evm', address }), '400/119', '403/119', '400/142');
  refused(await from.send('DELETE', `/classes/_EthAddress/${address}`), '400/119', '403/119', '400/142');
});

row('D122', 'raw-hash signing in the app', { note: 'the sources of the app are searched' }, async () => {
  const { readdirSync, readFileSync } = await import('node:fs');
  const { join } = await import('node:path');
  const root = join(import.meta.dirname, '../../../web/src');
  const files = readdirSync(root, { recursive: true }).filter(name => /\.tsx?$/.test(name));
  assert.ok(files.length > 100);
  for (const name of files) assert.doesNotMatch(readFileSync(join(root, name), 'utf8'), /eth_sign\b|signTypedData/, name);
});

row('D123', 'proof in logs', async ({ server }) => {
  const wallets = await server('wallets');
  const from = device(wallets);
  const made = await proof(from, newAccount());
  const wrong = { ...made, signature: `${made.signature.slice(0, -2)}00` };
  refused(await from.signIn({ ...wrong, address: newAccount().address }), UNPROVEN);
  allowed(await from.signIn(made));
  const log = await wallets.wholeLog();
  const nonce = /Nonce: (\w+)/.exec(made.message)[1];
  for (const secret of [made.signature, nonce, made.message]) assert.ok(!log.includes(secret), 'the log has a proof in it');
});

row('D124', 'nonce flood', async ({ server }) => {
  const wallets = await server('wallets');
  const account = newAccount();
  const from = device(wallets);
  const answers = [];
  for (let call = 0; call < 300; call += 1) answers.push(await from.challenge(account));
  const last = answers.at(-1);
  refused(last, '429/155', '429/100', '400/155');
  const [{ table }] = await wallets.sql(`SELECT table_schema || '.' || table_name AS table FROM information_schema.tables WHERE table_name LIKE '%challenge%'`);
  const [{ count }] = await wallets.sql(`SELECT count(*)::int AS count FROM ${table}`);
  assert.ok(count < 1000, `${count} challenges are kept`);
  // The budgets of that server are the product's, whichever profile the rest is tried in, and can be used up once.
  if (wallets.name === 'wallets') await signUpStaysOpen(await server('flooded'));
});

row('D121', 'wallet hopping for points', { note: 'no rule pays for a wallet, and one that was unlinked rests for a month' }, async ({ server }) => {
  const programme = await programmeOn(await server('programme-wallets'));
  const app = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const wallet = newAccount();
  await unchanged(app, ['PointsEntry', 'Standing'], async () => {
    const first = device(app, { as: ada });
    const { sessionToken } = allowed(await first.link(ada.id, await proof(first, wallet, { purpose: 'link' })));
    const owner = device(app, { as: { ...ada, token: app.keepSecret(sessionToken) } });
    allowed(await owner.send('POST', '/functions/walletUnlink', { family: 'evm', address: wallet.address }));
    const second = device(app, { as: eve });
    refused(await second.link(eve.id, await proof(second, wallet, { purpose: 'link' })), '400/142', '400/208', '400/119', UNPROVEN);
    const stranger = device(app);
    refused(await stranger.signIn(await proof(stranger, wallet)), '400/142', '400/208', '400/119', UNPROVEN);
  });
  assert.deepEqual(await app.sql('SELECT 1 FROM "_EthAddress" WHERE "user" = $1', [eve.id]), []);
});

/** Requests of a stranger that make no account, and accounts from one network, do not close sign-up for others. */
async function signUpStaysOpen(flooded) {
  const within48 = (host, part) => `2001:db8:77:${(host * 256).toString(16)}::${part.toString(16)}`;
  const empty = [];
  for (let network = 0; network < 40; network += 1) {
    for (let call = 0; call < 5; call += 1) empty.push(flooded.send('POST', '/users', { from: within48(network, call + 1), body: {} }));
  }
  for (const answer of await Promise.all(empty)) refused(answer, '400/200');
  const bogus = [];
  for (let call = 0; call < 300; call += 1) {
    const wallet = { family: 'evm', address: newAccount().address, message: 'x', signature: '0x00' };
    bogus.push(flooded.send('POST', '/users', { from: within48(call % 250, 1), body: { authData: { wallet } }, headers: { Origin: ORIGIN } }));
  }
  for (const answer of await Promise.all(bogus)) refused(answer, ...MALFORMED, '429/155');
  const person = () => ({ username: fresh('u-'), password: fresh('Nv7-') });
  allowed(await flooded.send('POST', '/users', { from: '198.51.100.9', body: person() }));
  // Ten testers with wallets come from one office, and come again.
  const office = '203.0.113.50';
  const testers = Array.from({ length: 10 }, newAccount);
  for (const account of [...testers, ...testers]) {
    const from = device(flooded, { from: office });
    allowed(await from.signIn(await proof(from, account)));
  }
  // Accounts that are really made from everywhere in one provider's network are counted to it alone.
  const made = [];
  for (let network = 0; network < 260; network += 1) {
    const from = device(flooded, { from: `2001:db9:${network.toString(16)}::1` });
    made.push((await from.signIn(await proof(from, newAccount()))).status);
  }
  assert.ok(made.filter(status => status === 429).length >= 40, `one provider makes accounts without limit: ${made.filter(status => status !== 429).length}`);
  allowed(await flooded.send('POST', '/users', { from: '192.0.2.10', body: person() }));
  const newcomer = device(flooded, { from: '192.0.2.11' });
  allowed(await newcomer.signIn(await proof(newcomer, newAccount())));
  const known = device(flooded, { from: '2001:db9:3::1' });
  allowed(await known.signIn(await proof(known, testers[0])));
}
