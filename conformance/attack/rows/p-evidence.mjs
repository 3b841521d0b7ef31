// Section P, second part: hostile transactions, interfaces, names of tokens and pastes.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { allowed, forEach, outcome, refused, within } from '../answers.mjs';
import { freshChain, pasted, random, revertText, startNode, withNetwork } from '../nodes.mjs';
import { programmeOn } from '../programme.mjs';
import { row } from '../row.mjs';

const SETTLED_MS = 10_000;
const word = number => BigInt(number).toString(16).padStart(64, '0');
const HUGE = (1n << 256n) - 1n;

const nodesProgramme = async server => programmeOn(await server('programme-nodes'));

/** The selectors of calls that are taken apart, and of nothing. */
const SELECTORS = ['38ed1739', '18cbafe5', '414bf389', 'c04b8d59', 'db3e2198', '04e45aaf', 'b858183f', 'ac9650d8', '5ae401dc', '3593564c', '24856bc3', '1fad948c', '30f28b7a', '00000000'];

/** Arguments as no compiler writes them. */
const ARGUMENTS = {
  nothing: '',
  'half a word': 'ff'.repeat(15),
  'offsets beyond the end': word(HUGE).repeat(8),
  'offsets to themselves': word(0).repeat(64),
  'an offset just before the wrap': `${word((1n << 64n) - 32n)}${word(HUGE)}`.repeat(8),
  'a list of four billion': `${word(64)}${word(0)}${word(0xffffffff)}${word(1)}`.repeat(4),
  'lists that hold themselves': `${word(32)}${word(2)}${word(0)}${word(0)}`.repeat(16),
  'a route of one byte': `${word(32)}${word(1)}ff`,
  'ten thousand commands': `${word(96)}${word(96 + 32 + 10016)}${word(9)}${word(10_000)}${'0b'.repeat(10_000).padEnd(20_032, '0')}${word(10_000)}${word(0).repeat(50)}`,
  noise: randomBytes(2048).toString('hex'),
};

row('P332', 'hostile calldata', { slow: true, note: 'every call that is taken apart, with arguments as no compiler writes them; bound: 10 s each' }, async ({ server }) => {
  const programme = await nodesProgramme(server);
  const node = await startNode(freshChain());
  await withNetwork(programme, [node], async network => {
    await forEach(Object.keys(ARGUMENTS), async name => {
      const eve = await programme.tester();
      await Promise.all(
        SELECTORS.map(async selector => {
          const hash = node.put({ input: `0x${selector}${ARGUMENTS[name]}` });
          const seen = await within(SETTLED_MS, () => pasted(programme, eve, hash, { params: { network: network.id } }));
          assert.ok(['decoded', 'partial'].includes(seen.state), `${selector}: ${seen.state} ${seen.reason}`);
          assert.ok(JSON.stringify(seen).length < 200_000, `${selector}: the explanation is ${JSON.stringify(seen).length} long`);
        })
      );
    });
  });
});

/** Traces that contracts can make. */
const TRACES = {
  'a hundred thousand frames': () => ({ calls: Array.from({ length: 100_000 }, () => ({ type: 'CALL' })) }),
  'a thousand deep': () => Array.from({ length: 1000 }).reduce(inner => ({ type: 'CALL', calls: [inner], error: 'execution reverted', output: '0x12345678' }), {}),
  'an endless reason': () => ({ output: revertText('A'.repeat(500_000)) }),
  'reasons in reasons': () => ({ output: Array.from({ length: 200 }).reduce(inner => `0x90bfb865${word(0)}${word(0)}${word(128)}${word(0)}${word(inner.length / 2)}${inner.slice(2)}`, '0x12345678') }),
  'texts for numbers': () => ({ gas: 'much', gasUsed: [], value: {}, type: 5, calls: 'none', logs: 7, output: 7 }),
  nothing: () => null,
  'a list': () => [],
  'controls and marks': () => ({ output: revertText('\u0000\u202e<img src=x onerror=alert(1)>\u0007'), error: '\u0000\u202e' }),
};

row('P333', 'hostile traces and reverts', { slow: true, note: 'bound: 10 s each; what cannot be read is left out, the receipt is shown' }, async ({ server }) => {
  const programme = await nodesProgramme(server);
  const eve = await programme.tester();
  const node = await startNode(freshChain());
  await withNetwork(programme, [node], async network => {
    await forEach(Object.keys(TRACES), async name => {
      const hash = node.put();
      const known = node.transactions.get(hash);
      const bent = TRACES[name]();
      known.trace = bent && !Array.isArray(bent) ? { ...known.trace, ...bent } : bent;
      const seen = await within(SETTLED_MS, () => pasted(programme, eve, hash, { params: { network: network.id } }));
      assert.ok(['decoded', 'partial'].includes(seen.state), `${seen.state} ${seen.reason}`);
      assert.equal(seen.explanation.chainStatus, 'reverted');
      const told = JSON.stringify(seen);
      assert.ok(told.length < 200_000 && !told.includes('\u202e') && !told.includes('\\u0000'), told.slice(0, 300));
    });
    const other = await pasted(programme, eve, node.put(), { params: { network: network.id } });
    assert.equal(other.state, 'decoded', 'a hash has shut the node for the others');
  });
});

/** A function whose argument is a tuple in a tuple, so many times. */
function deepAbi(depth) {
  let inner = { name: 'x', type: 'uint256' };
  for (let level = 0; level < depth; level += 1) inner = { name: 'x', type: 'tuple', components: [inner] };
  return [{ type: 'function', name: 'swap', stateMutability: 'view', inputs: [inner], outputs: [] }];
}

row('P334', 'hostile interfaces', { note: 'what is taken must be harmless: the hash of a call to it is explained, or left alone, in time' }, async ({ server }) => {
  const programme = await nodesProgramme(server);
  const eve = await programme.tester();
  const node = await startNode(freshChain());
  const call = (name, type = 'uint256') => ({ type: 'function', name, stateMutability: 'view', inputs: [{ name: 'a', type }], outputs: [] });
  const abis = {
    'deep tuples': JSON.stringify(deepAbi(60)),
    'very deep tuples': `${'[{"components":'.repeat(20_000)}1${'}]'.repeat(20_000)}`,
    'tuples as deep as may be': JSON.stringify(deepAbi(6)),
    'three megabytes': JSON.stringify([{ ...call('x'), name: 'a'.repeat(3 << 20) }]),
    'many functions': JSON.stringify(Array.from({ length: 20_000 }, (_, index) => call(`f${index}`))),
    'the same name often': JSON.stringify(Array.from({ length: 500 }, () => call('swap'))),
    'the same key twice': '[{"type":"function","type":"error","name":"x","name":"__proto__","inputs":[]}]',
    'a name of a prototype': JSON.stringify([call('__proto__'), call('constructor'), { type: 'error', name: 'toString', inputs: [] }]),
    'an impossible type': JSON.stringify([call('swap', 'uint7'), call('swap2', `uint256${'[]'.repeat(500)}`)]),
    'a large fixed list': JSON.stringify([call('swap', 'uint256[1000000000][1000000000]')]),
    'no list': '"abi"',
    'no JSON': '<abi>',
    nothing: '',
  };
  await withNetwork(programme, [node], async network => {
    await programme.refresh();
    await forEach(Object.keys(abis), async name => {
      const address = random(20);
      const saved = await within(5_000, () => programme.ask(programme.keeper, 'contractSave', { network: network.id, address, name, role: 'router', abi: abis[name] }));
      if (saved.status !== 200) return refused(saved, '400/142', '400/116', '413', '413/116', '400/107', '400/111');
      const selector = random(4).slice(2);
      const hash = node.put({ to: address, input: `0x${selector}${word(32).repeat(40)}` });
      const seen = await within(SETTLED_MS, () => pasted(programme, eve, hash, { params: { network: network.id } }));
      assert.ok(['decoded', 'partial'].includes(seen.state), `${seen.state} ${seen.reason}`);
    });
    allowed(await programme.ask(eve, 'networks'));
  });
});

row('P335', 'token with a hostile name', async ({ server }) => {
  const programme = await nodesProgramme(server);
  const eve = await programme.tester();
  const node = await startNode(freshChain());
  const token = random(20);
  const text = '\u202eCDSU<script>alert(1)</script>\u0000';
  const symbol = `0x${word(32)}${word(Buffer.byteLength(text))}${Buffer.from(text).toString('hex').padEnd(128, '0')}`;
  const plain = node.act;
  await withNetwork(programme, [node], async network => {
    node.bend = (answer, { method, params }) => (method === 'eth_call' && params[0].to === token ? { ...answer, result: params[0].data === '0x95d89b41' ? symbol : `0x${word(255)}` } : answer);
    const address = of => `0x${of.slice(2).padStart(64, '0')}`;
    const from = random(20);
    const logs = [{ address: token, topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', address(from), address(random(20))], data: `0x${word(5)}`, logIndex: '0x0' }];
    const hash = node.put({ from, logs });
    node.transactions.get(hash).receipt.status = '0x1';
    const seen = await pasted(programme, eve, hash, { params: { network: network.id } });
    const told = JSON.stringify(seen);
    assert.ok(!told.includes('<script') && !told.includes('\u202e'), told.slice(0, 400));
  });
  assert.equal(plain, undefined);
});

row('P336', 'hostile pastes', async ({ server }) => {
  const programme = await nodesProgramme(server);
  const eve = await programme.tester();
  const hash = random(32);
  await forEach(
    [
      '', ' ', '\u0000', 'x'.repeat(2 << 20), `0x${'a'.repeat(63)}`, `${hash} ${hash}`, `javascript:alert('${hash}')`, `https://user:pass@127.0.0.1/tx/${hash}`,
      `https://evil.example/tx/${hash}?next=http://169.254.169.254/`, `{"code":3,"data":"0x${'f'.repeat(600_000)}"}`, `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      'execution reverted: '.repeat(5000), '\u202e'.repeat(1000), '=cmd|calc', "'; drop table \"Evidence\"; --", 5, {}, [], null, true,
    ],
    async text => {
      const answer = await within(3_000, () => programme.ask(eve, 'evidencePreview', { text }));
      assert.ok(['200', '400/142', '400/140', '400/111', '400/107', '400/116', '413/116', '413'].includes(outcome(answer)), `${outcome(answer)} ${answer.text.slice(0, 200)}`);
    }
  );
  for (const params of [{ text: hash, network: { $ne: null } }, { text: hash, quote: { expectedOut: { $gt: 0 } } }, { text: hash, build: '../../x' }, { text: hash, walletKind: '<b>' }, { text: hash, quote: { expectedOut: '9'.repeat(500) } }, { text: hash, owner: 'me', state: 'decoded' }]) {
    refused(await programme.ask(eve, 'evidencePreview', params), '400/142', '400/111', '400/101', '404/101', '400/119');
  }
});

row('P337', 'flood of look-ups', { slow: true }, async ({ server }) => {
  const programme = await nodesProgramme(server);
  const eve = await programme.tester(0);
  const node = await startNode(freshChain());
  await withNetwork(programme, [node], async network => {
    const before = node.heard.length;
    const answers = [];
    for (let turn = 0; turn < 40; turn += 1) answers.push(await programme.ask(eve, 'evidencePreview', { text: random(32), network: network.id }));
    refused(answers.at(-1), '400/140');
    const taken = answers.filter(({ status }) => status === 200).length;
    assert.ok(taken <= 30, `${taken} hashes were taken`);
    // The same hash again and again is one look-up.
    const ada = await programme.tester();
    const hash = node.put();
    const ids = new Set();
    for (let turn = 0; turn < 10; turn += 1) ids.add((await programme.run(ada, 'evidencePreview', { text: hash, network: network.id })).evidence.id);
    assert.equal(ids.size, 1);
    await pasted(programme, ada, hash, { params: { network: network.id } });
    const asked = node.heard.slice(before).filter(({ method, params }) => method === 'debug_traceTransaction' && params[0] === hash).length;
    assert.equal(asked, 1, `it was traced ${asked} times`);
  });
});

row('P338', 'evidence of others', async ({ server }) => {
  const programme = await nodesProgramme(server);
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const node = await startNode(freshChain());
  await withNetwork(programme, [node], async network => {
    const hash = node.put();
    const { from } = node.transactions.get(hash).transaction;
    const mine = await pasted(programme, ada, hash, { params: { network: network.id } });
    assert.equal(mine.txHash, hash);
    const hidden = answer => assert.ok(!answer.text.includes(hash) && !answer.text.includes(hash.slice(2)) && !answer.text.includes(from), `it tells whose it is: ${answer.text.slice(0, 400)}`);
    for (const [name, params] of [['evidenceGet', {}], ['evidenceRefresh', {}], ['evidenceShare', { share: true }], ['evidenceAttach', { issue: 1 }]]) {
      const answer = await programme.ask(eve, name, { id: mine.id, ...params });
      if (name !== 'evidenceGet') refused(answer, '400/119', '404/101', '400/101');
      hidden(answer);
    }
    for (const where of [{}, { txHash: hash }, { objectId: mine.id }]) {
      const answer = await programme.server.send('GET', '/classes/Evidence', { as: eve, query: { where } });
      hidden({ ...answer, text: answer.status === 200 ? answer.text : '' });
      if (answer.status === 200 && where.txHash) assert.deepEqual(answer.body.results, [], 'the hash of another can be asked for');
    }
    for (const body of [{ state: 'decoded' }, { owner: eve.pointer }, { fingerprint: 'x' }]) {
      refused(await programme.server.send('PUT', `/classes/Evidence/${mine.id}`, { as: eve, body }), '400/119', '404/101');
      refused(await programme.server.send('PUT', `/classes/Evidence/${mine.id}`, { as: ada, body }), '400/119', '404/101');
    }
  });
});
