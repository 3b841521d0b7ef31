// Twenty secrets that a page meets: none may leave it, and none may be stored if a page sends them all the same.
import assert from 'node:assert/strict';
import { refusal } from '../wallet.mjs';

const hex = (digits, bytes) => digits.repeat(bytes).slice(0, 2 * bytes);

/** Secrets in texts, which the page and the server must find. */
const TEXTS = {
  key: '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  'key with a prefix': `0x${hex('8f2a55949038a9610f50fb23b5883af3', 32)}`,
  phrase: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  'numbered phrase': 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'.split(' ').map((word, n) => `${n + 1}. ${word}`).join(' '),
  signature: `0x${hex('9242685bf161793c', 64)}1b`,
  'raw transaction': `0x02f8${hex('b17ac0de', 90)}`,
  calldata: `0xa9059cbb${hex('7e57c0de', 64)}`,
  'web token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  'long token': 'live-Zx81kQmWvB72LtRyHq5Nc3Ep9Dj4Fs6G',
  'key of an endpoint': 'rpckey3141592653',
  'password of an endpoint': 'hunter2hunter2',
  'token of a query': 'querytoken2718281828',
  'mail address': 'rin.tester@mail.example',
  address: '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2',
};
/** Secrets in places that no report has. */
const PLACES = {
  field: 'secret of a field',
  storage: 'secret of the storage',
  object: 'secret of an object',
  'signed message': 'secret message to sign',
  'typed data': 'secret of typed data',
  snap: 'secret of a snap',
};
const SECRETS = { ...TEXTS, ...PLACES };

const SAID = [
  ...['key', 'key with a prefix', 'phrase', 'signature', 'raw transaction', 'calldata', 'web token', 'long token', 'mail address', 'address'].map(name => TEXTS[name]),
  `https://rin:${TEXTS['password of an endpoint']}@rpc.example.org/v3/${TEXTS['key of an endpoint']}?token=${TEXTS['token of a query']}`,
];

/** The forms in which a secret could be found, with its name: its text, and for what is signed also its bytes. */
const FORMS = Object.entries(SECRETS).flatMap(([name, secret]) =>
  [secret.replace(/^0x/, ''), ...(name in PLACES ? [Buffer.from(secret).toString('hex')] : [])].map(form => [form.toLowerCase(), name])
);

const found = text => [...new Set(FORMS.filter(([form]) => text.toLowerCase().includes(form)).map(([, name]) => name))];

async function nothingIsStored(stage, mark) {
  const tables = await stage.tablesWith([mark.toLowerCase(), ...FORMS.map(([form]) => form)]);
  assert.ok(tables.some(({ text }) => text === mark.toLowerCase()), 'the search does not find the report itself');
  const names = new Map(FORMS);
  const stored = tables.filter(({ text }) => text !== mark.toLowerCase());
  assert.deepEqual(stored.map(({ table, text }) => `${names.get(text)} in ${table}`), []);
}

/** Runs in the page: uses every secret as a dapp could. */
function use([secrets, said, account]) {
  localStorage.setItem('secret', secrets.storage);
  document.getElementById('amount').setAttribute('placeholder', secrets.field);
  for (const text of said) console.error('exported', text);
  console.error(secrets['numbered phrase']);
  console.warn('an object', { secret: secrets.object });
  addEventListener('eip6963:announceProvider', ({ detail: { provider } }) => (window.secretWallet ??= provider));
  dispatchEvent(new Event('eip6963:requestProvider'));
  const ask = (method, ...params) => window.secretWallet.request({ method, params }).catch(() => undefined);
  const bytes = `0x${[...new TextEncoder().encode(secrets['signed message'])].map(byte => byte.toString(16).padStart(2, '0')).join('')}`;
  return Promise.all([
    ask('personal_sign', bytes, account),
    ask('eth_signTypedData_v4', account, JSON.stringify({ message: secrets['typed data'] })),
    ask('wallet_invokeSnap', { snapId: 'npm:snap', request: { method: 'a', params: [secrets.snap] } }),
    ask('eth_sendRawTransaction', secrets['raw transaction']),
    ask('eth_call', { to: secrets.address, data: secrets.calldata }),
  ]);
}

/** On the console, in fields, in the storage, in the parameters of a wallet and in its errors. */
export async function planted({ tester, stage, wallet }) {
  const mark = 'The marked report';
  await tester.visitWithWidget();
  await tester.page.evaluate(use, [SECRETS, SAID, wallet.address]);
  const reveal = () => {
    throw refusal(3, `execution reverted: ${TEXTS.phrase} ${SAID.at(-1)}`);
  };
  await wallet.during('eth_estimateGas', reveal, () => tester.failedSwap());
  await tester.offer.getByRole('button', { name: 'Look at it' }).click();
  await tester.panel.waitFor();
  for (const toggle of await tester.panel.getByRole('switch').all()) await toggle.check();
  await tester.panel.getByLabel('Title').fill(mark);
  await tester.send();
  const { report } = tester.lastBody('reports');
  const lines = JSON.stringify(report.context.lines);
  for (const text of ['exported [hex]', '"[words]"', 'exported [token]', 'exported [mail]', 'an object']) assert.ok(lines.includes(text), `${text}: ${lines}`);
  assert.match(JSON.stringify(report.context.calls), /wallet_invokeSnap/);
  assert.match(JSON.stringify(report.evidence), /\[words\]/);
  const bodies = tester.asked.filter(({ operation }) => operation !== 'session');
  for (const { operation, text } of bodies) assert.deepEqual(found(text), [], operation);
  await nothingIsStored(stage, mark);
  return `${Object.keys(SECRETS).length} secrets in none of ${bodies.length} requests and in no table`;
}

/** A page whose widget was replaced by one that removes nothing, and adds what no report has. */
export async function changedClient({ tester, stage }) {
  const { token } = tester.lastBody('reports');
  const text = `${TEXTS['numbered phrase']} ${SAID.join(' ')}`;
  const title = 'Report of a changed client';
  const more = { params: Object.values(SECRETS), result: TEXTS.signature, ...PLACES };
  const evidence = { chain: 31337, error: { code: 3, message: `execution reverted: ${SAID.slice(0, 4).join(' ')}`, ...more }, ...more };
  const call = { n: 1, at: Date.now(), method: 'eth_sendTransaction', ...more };
  const context = {
    path: `/${TEXTS.key}`, off: [text],
    calls: [
      { ...call, wallet: TEXTS.key, error: { code: text, message: text, ...more } },
      { ...call, to: TEXTS.key, selector: TEXTS.key, value: TEXTS['key with a prefix'], hash: TEXTS.signature },
      ...SAID.map(said => ({ ...call, method: said, status: said, problem: said, wallet: said, error: { message: said } })),
    ],
    counts: Object.fromEntries(SAID.map(said => [said, 1])),
    lines: [text, ...SAID].map(text => ({ at: Date.now(), kind: 'error', text, frames: [text], ...more })),
    quote: { route: text, minOut: TEXTS['key with a prefix'], ...more },
    environment: { browser: text, [TEXTS.phrase]: 'x' },
    ...more,
  };
  const report = { kind: 'bug', title, area: 'swap', evidence, context, build: `web ${text}`, ...more };
  const explained = await stage.post('explain', { token, evidence });
  assert.equal(explained.status, 200, explained.text);
  const answer = await stage.post('reports', { token, requestId: crypto.randomUUID(), report });
  assert.equal(answer.status, 201, answer.text);
  await nothingIsStored(stage, title);
  return `${Object.keys(SECRETS).length} secrets in no table`;
}
