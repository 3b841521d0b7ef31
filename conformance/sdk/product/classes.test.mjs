// No class of the product is written by anyone but the server, and each is read by whom the table says.
import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { fresh } from '../../harness/names.mjs';
import { CLASSES, STAFFS_FIELDS, classesOf } from '../../harness/product-classes.mjs';
import { testers } from '../../harness/testers.mjs';

const stage = connect(import.meta.dirname);
const { Parse, it, send } = stage;
const { run, administrator, tester, build, report, confirmed, survey } = testers(stage);

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let lived;
/** A programme in which something of every class has happened, by `rin` to an issue of theirs. */
async function past() {
  const all = await (lived ??= live());
  // A viewer is forgotten within half a minute.
  await run(all.keeper, 'triageLook', { number: all.root.number });
  return all;
}

async function live() {
  const [keeper, rin, sam] = [await administrator(), await tester(), await tester()];
  const file = (await new Parse.File('shot.png', { base64: PNG }, 'image/png').save(rin.as)).toJSON();
  const { attachment } = await run(rin, 'attachmentAdd', { file, name: 'shot.png' });
  // Not enabled: with a network to prove it on, no fix in the cases beside this one would be verified without proof.
  const { network } = await run(keeper, 'networkSave', { chainId: 11155111, name: 'Sepolia', isTestnet: true, enabled: false, rpcUrls: ['https://node.example'] });
  const address = `0x${'ab'.repeat(20)}`;
  await run(keeper, 'contractSave', { network: network.id, address, name: 'Router', role: 'router' });
  await run(keeper, 'tokenSave', { network: network.id, address, symbol: 'USDC', decimals: 6, flags: [] });
  await run(keeper, 'errorSignatureSave', { textPattern: 'out of luck', failureClass: 'panic', verdict: 'suspect', sentence: 'It was out of luck.' });
  const { evidence } = await run(rin, 'evidencePreview', { text: 'execution reverted: out of luck', walletKind: 'injected' });
  const root = await confirmed(rin, { attachments: [attachment.id], evidence: [evidence.id] });
  const other = await report(rin);
  await run(rin, 'issueProposeDuplicate', { number: root.number, target: other.number });
  await run(sam, 'issueVote', { number: root.number });
  const { comment } = await run(rin, 'commentAdd', { number: root.number, body: 'It happens on every network I have tried.' });
  await run(rin, 'commentEdit', { id: comment.id, body: 'It happens on every network.' });
  await run(rin, 'savedViewSave', { name: fresh('view'), query: 'is:open', sort: 'newest' });
  await run(keeper, 'issueMarkFixed', { number: root.number, build: await build('0.4.1') });
  await run(sam, 'fixCheckSubmit', { number: root.number, build: await build('0.4.1'), verdict: 'works' });
  const mission = await survey(keeper);
  await run(rin, 'submissionStart', { mission: mission.id });
  const { code } = await run(keeper, 'invitationCreate', { label: 'One', maxUses: 1 });
  await Parse.User.signUp(fresh('i-'), 'correct horse battery', { invitation: code });
  await run(keeper, 'announcementSave', { kind: 'news', title: fresh('Maintenance '), body: 'Not sent to any user yet.', audience: 'all' });
  const { rows } = await run(keeper, 'settings');
  const { version } = rows.find(({ key }) => key === 'dup.max');
  await run(keeper, 'settingSet', { key: 'dup.max', value: 5, version }).catch(() => {});
  return { keeper, rin, sam, root };
}

/** A checkpoint is made once a day by itself, and paying ends the season that the cases beside this one need. */
const MAY_BE_EMPTY = ['LedgerCheckpoint', 'RewardExport', 'RewardLeaf'];

async function rowsOf(name, options) {
  return send('GET', `/classes/${name}`, { query: { limit: 1000 }, ...options });
}

it('has every class in the table, and nothing in the table that is not a class', async () => {
  assert.deepEqual(await classesOf(send), Object.keys(CLASSES).sort());
});

for (const [name, readers] of Object.entries(CLASSES)) {
  it(`lets a tester read of ${name}: ${readers}`, async () => {
    const { keeper, rin } = await past();
    const [anonymous, stranger] = [await rowsOf(name, {}), await tester()];
    assert.ok(anonymous.status >= 400, `signed out, ${name} was answered ${anonymous.text.slice(0, 200)}`);
    const { results } = (await rowsOf(name, { key: 'master' })).body;
    if (!MAY_BE_EMPTY.includes(name)) assert.ok(results.length > 0, `no row of ${name} was made, so nothing is proved`);
    for (const who of [rin, stranger, keeper]) {
      const answer = await rowsOf(name, { token: who.token });
      const count = await rowsOf(name, { token: who.token, query: { limit: 0, count: 1 } });
      const [first] = results;
      const got = first && (await send('GET', `/classes/${name}/${first.objectId}`, { token: who.token }));
      if (readers === 'none' || (readers === 'staff' && who !== keeper)) {
        for (const refused of [answer, count, got].filter(Boolean)) assert.equal(refused.body.code, 119, refused.text);
        continue;
      }
      assert.equal(answer.status, 200, answer.text);
      // Cases beside this one write meanwhile, so whatever there is now is the bound.
      const all = await rowsOf(name, { key: 'master', query: { limit: 0, count: 1 } });
      assert.ok(count.body.count <= all.body.count);
      if (readers === 'own' && who === stranger) assert.deepEqual(answer.body.results, []);
      if (readers === 'all' || readers === 'staff') assert.equal(answer.body.results.length, results.length);
      const hidden = who === keeper ? [] : (STAFFS_FIELDS[name] ?? []);
      for (const field of hidden) assert.ok(answer.body.results.every(row => row[field] === undefined), `${name}.${field}`);
    }
  });

  it(`lets no user write ${name}, neither testers nor administrators`, async () => {
    const { keeper, rin } = await past();
    const [row] = (await rowsOf(name, { key: 'master' })).body.results;
    for (const who of [undefined, rin, keeper]) {
      const token = who?.token;
      const attempts = [
        send('POST', `/classes/${name}`, { token, body: { note: 'mine' } }),
        send('POST', `/classes/${name}`, { token, body: { ACL: { '*': { read: true, write: true } } } }),
        ...(row ? [
          send('PUT', `/classes/${name}/${row.objectId}`, { token, body: { note: 'mine' } }),
          send('PUT', `/classes/${name}/${row.objectId}`, { token, body: { ACL: { '*': { read: true, write: true } } } }),
          send('POST', `/classes/${name}/${row.objectId}`, { token, body: { _method: 'DELETE' } }),
          send('DELETE', `/classes/${name}/${row.objectId}`, { token }),
        ] : []),
      ];
      for (const answer of await Promise.all(attempts)) {
        assert.ok([119, 101].includes(answer.body?.code), `${name}, ${who?.username ?? 'signed out'}: ${answer.status} ${answer.text}`);
      }
    }
    if (row) assert.equal((await send('GET', `/classes/${name}/${row.objectId}`, { key: 'master' })).status, 200, 'the row is gone');
  });
}
