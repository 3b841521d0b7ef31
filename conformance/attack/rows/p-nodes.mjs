// Section P, first part: nodes that lie, flood or say nothing, and addresses of nodes that lead inside.
import assert from 'node:assert/strict';
import { memoryOf } from '../../harness/run-to-end.mjs';
import { allowed, forEach, refused, within } from '../answers.mjs';
import { listen, trap } from '../listener.mjs';
import { freshChain, pasted, random, startNode, withNetwork } from '../nodes.mjs';
import { programmeOn } from '../programme.mjs';
import { row } from '../row.mjs';

const INVALID = '400/142';
const USUAL_MS = 6_000;

const nodesProgramme = async server => programmeOn(await server('programme-nodes'));

/** While `attack` runs, another user pastes a hash of a network with a good node, and reports something. */
async function othersAreServed(programme, attack) {
  const good = await startNode(freshChain());
  await withNetwork(programme, [good], async () => {
    const ada = await programme.tester();
    await pasted(programme, ada, good.put());
    const attacked = attack();
    for (let turn = 0; turn < 3; turn += 1) {
      const seen = await within(USUAL_MS, () => pasted(programme, ada, good.put()));
      assert.equal(seen.state, 'decoded', JSON.stringify(seen));
      await within(3_000, () => programme.report(ada));
    }
    await attacked;
  });
}

const LIES = {
  'the transaction has another hash': (answer, { method }) => (method === 'eth_getTransactionByHash' && answer.result ? { ...answer, result: { ...answer.result, hash: random(32) } } : answer),
  'the transaction is of another chain': (answer, { method }) => (method === 'eth_getTransactionByHash' && answer.result ? { ...answer, result: { ...answer.result, chainId: '0x1' } } : answer),
  'the receipt is of another transaction': (answer, { method }) => (method === 'eth_getTransactionReceipt' && answer.result ? { ...answer, result: { ...answer.result, transactionHash: random(32) } } : answer),
  'the receipt is of another block': (answer, { method }) => (method === 'eth_getTransactionReceipt' && answer.result ? { ...answer, result: { ...answer.result, blockHash: random(32), status: '0x1' } } : answer),
  'the head is in the year 2100': (answer, { method }) => (method === 'eth_getBlockByNumber' ? { ...answer, result: { ...answer.result, number: '0xffffffffffff', timestamp: '0xf48656f0' } } : answer),
  'it is of another network': (answer, { method }) => (method === 'eth_chainId' ? { ...answer, result: '0x1' } : answer),
};

row('P322', 'lying node', { slow: true, note: 'alone it makes nothing true; beside an honest one the honest one is heard' }, async ({ server }) => {
  const programme = await nodesProgramme(server);
  const ada = await programme.tester();
  await forEach(Object.keys(LIES), async name => {
    const chainId = freshChain();
    const [liar, honest] = [await startNode(chainId), await startNode(chainId)];
    const hash = honest.put();
    liar.transactions.set(hash, honest.transactions.get(hash));
    await withNetwork(programme, [liar, honest], async network => {
      liar.bend = LIES[name];
      const seen = await pasted(programme, ada, hash, { params: { network: network.id } });
      assert.equal(seen.state, 'decoded', JSON.stringify(seen));
      assert.deepEqual([seen.explanation.chainStatus, seen.explanation.failureClass], ['reverted', 'slippage_exceeded']);
      assert.equal(seen.network.chainId, chainId);
    });
  });
  const alone = await startNode(freshChain());
  const hash = alone.put();
  await withNetwork(programme, [alone], async network => {
    alone.bend = LIES['the receipt is of another transaction'];
    const seen = await pasted(programme, ada, hash, { params: { network: network.id } });
    assert.ok(!['decoded', 'partial'].includes(seen.state), JSON.stringify(seen));
    assert.equal(seen.explanation?.failureClass ?? null, null);
  });
});

row('P323', 'huge node', { slow: true, note: '100 MB to every question; bound: 48 MB of them leave the node for each, and 200 MB of memory here' }, async ({ server }) => {
  const programme = await nodesProgramme(server);
  const eve = await programme.tester();
  const before = memoryOf(programme.server.pid);
  const huge = await startNode(freshChain());
  const hash = huge.put();
  let [most, asked] = [0, 0];
  await othersAreServed(programme, () =>
    withNetwork(programme, [huge], async network => {
      const piece = Buffer.alloc(1 << 16, '[');
      huge.act = (_, response) => {
        asked += 1;
        let sent = 0;
        const go = () => {
          while (sent < 100 << 20 && !response.destroyed) {
            sent += piece.length;
            most = Math.max(most, sent);
            if (!response.write(piece)) return response.once('drain', go);
          }
          response.end();
        };
        go();
      };
      const seen = await pasted(programme, eve, hash, { params: { network: network.id } });
      assert.notEqual(seen.state, 'decoded');
    })
  );
  assert.ok(asked > 0 && most < 48 << 20, `${most} bytes were taken`);
  const more = memoryOf(programme.server.pid) - before;
  assert.ok(more < 200, `${more.toFixed(0)} MB more are kept`);
});

row('P324', 'silent, dripping and refusing nodes', { slow: true, note: 'bounds: 6 s for the hash of another network, 3 s for a report, 15 s for the hash itself' }, async ({ server }) => {
  const programme = await nodesProgramme(server);
  const timers = [];
  const manners = {
    silent: () => {},
    drips: (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      timers.push(setInterval(() => response.write(' '), 200));
    },
    'hangs up': request => request.socket.destroy(),
    busy: (_, response) => response.writeHead(429, { 'Retry-After': '3600' }).end(),
    down: (_, response) => response.writeHead(503).end('<html>maintenance</html>'),
  };
  await othersAreServed(programme, () =>
    Promise.all(
      Object.entries(manners).map(async ([name, act]) => {
        const [node, eve] = [await startNode(freshChain()), await programme.tester()];
        const hash = node.put();
        await withNetwork(programme, [node], async network => {
          node.act = act;
          const seen = await pasted(programme, eve, hash, { params: { network: network.id }, ms: 15_000 });
          assert.ok(!['decoded', 'partial'].includes(seen.state), `${name}: ${seen.state}`);
          assert.ok(node.heard.length < 40, `${name}: it was asked ${node.heard.length} times`);
        });
      })
    )
  );
  timers.forEach(clearInterval);
});

row('P325', 'JSON-RPC reply confusion of nodes', { slow: true }, async ({ server }) => {
  const programme = await nodesProgramme(server);
  const bent = {
    'a list for one question': answer => [answer],
    'another id': answer => ({ ...answer, id: 77 }),
    'the id as a text': answer => ({ ...answer, id: `${answer.id}` }),
    'a result and an error': answer => ({ ...answer, error: { code: 3, message: 'execution reverted' } }),
    'two answers': answer => `${JSON.stringify(answer)}${JSON.stringify(answer)}`,
    'a text for an object': answer => ({ ...answer, result: '0x' }),
    'a number for an object': answer => ({ ...answer, result: 1e308 }),
    'deep JSON': ({ id }) => `{"jsonrpc":"2.0","id":${id},"result":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    'a million values': ({ id }) => `{"jsonrpc":"2.0","id":${id},"result":[${'0,'.repeat(500_000)}0]}`,
    'half a text': answer => JSON.stringify(answer).slice(0, -5),
    'a page': () => '<html><script>alert(1)</script></html>',
  };
  await Promise.all(
    Object.entries(bent).map(async ([name, bend]) => {
      const [node, eve] = [await startNode(freshChain()), await programme.tester()];
      const hash = node.put();
      await withNetwork(programme, [node], async network => {
        node.bend = bend;
        const seen = await pasted(programme, eve, hash, { params: { network: network.id } });
        assert.ok(!['decoded', 'partial'].includes(seen.state), `${name}: ${JSON.stringify(seen).slice(0, 300)}`);
        assert.ok(!JSON.stringify(seen).includes('script'), `${name}: what the node said is shown`);
      });
    })
  );
});

/** An administrator names this address: it may be refused at once; no host may be called either way. */
async function neverAsked(programme, urls) {
  await programme.refresh();
  await forEach(urls, async url => {
    const tested = await within(15_000, () => programme.ask(programme.keeper, 'networkTest', { url }));
    if (tested.status === 200) assert.deepEqual(tested.body.result.endpoints.map(({ ok }) => ok), [false], tested.text);
    else refused(tested, INVALID, '400/111');
    const chainId = freshChain();
    const saved = await programme.ask(programme.keeper, 'networkSave', { chainId, name: `Chain ${chainId}`, isTestnet: true, rpcUrls: [url] });
    if (saved.status !== 200) return refused(saved, INVALID, '400/111');
    const { id } = saved.body.result.network;
    const again = await within(15_000, () => programme.ask(programme.keeper, 'networkTest', { id }));
    assert.deepEqual(allowed(again).result.endpoints.map(({ ok }) => ok), [false], again.text);
    await programme.run(programme.keeper, 'networkSave', { id, chainId, name: `Chain ${chainId}`, isTestnet: true, enabled: false });
  });
}

row('P326', 'nodes that are inside: metadata, loopback, private ranges', { slow: true }, async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const { port, knocks, stop } = await trap();
  await neverAsked(programme, [
    'http://169.254.169.254/latest/meta-data/', 'https://169.254.169.254/', 'http://[fd00:ec2::254]/', 'https://[::ffff:169.254.169.254]/',
    ...['127.0.0.1', '0', '2130706433', '0x7f.1', '0177.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '127.1'].map(name => `http://${name}:${port}/`),
    'https://10.0.0.1/', 'https://192.168.1.1:8443/', 'https://100.64.0.1/', 'https://localhost/', 'https://ip6-localhost:8443/',
  ]);
  assert.equal(knocks(), 0, 'a server on this machine was called');
  stop();
});

row('P327', 'nodes by other schemes and ports', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  await neverAsked(programme, ['file:///etc/passwd', 'gopher://example.com/', 'ftp://example.com/', 'data:text/plain,x', 'javascript:1', 'https://example.com:25/', 'http://example.com/', 'unix:/run/x.sock', '//example.com/', 'example.com', '', 'https://', 'ws://127.0.0.1/', `https://${'a'.repeat(5000)}.example/`, 'https://example.com/\r\nX-Injected: 1', 5, {}, null, ['https://example.com']]);
});

row('P328', 'node that redirects to inside', async ({ server }) => {
  const programme = await nodesProgramme(server);
  const inside = await listen({ jsonrpc: '2.0', id: 1, result: '0x1' });
  for (const status of [301, 302, 307, 308]) {
    const node = await startNode(freshChain());
    node.act = (_, response) => response.writeHead(status, { Location: inside.url }).end();
    const { endpoints } = await programme.run(programme.keeper, 'networkTest', { url: node.url });
    assert.deepEqual(endpoints.map(({ ok }) => ok), [false]);
    assert.ok(!JSON.stringify(endpoints).includes(inside.url));
    node.stop();
  }
  assert.equal(inside.heard.length, 0, 'a redirect was followed');
  inside.stop();
});

row('P329', 'readable SSRF by testing nodes', async ({ server }) => {
  const programme = await nodesProgramme(server);
  const secret = random(12);
  for (const [status, type, body] of [
    [200, 'text/html', `<html>${secret}</html>`],
    [500, 'text/plain', secret],
    [403, 'application/json', JSON.stringify({ error: secret })],
    [200, 'application/json', JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: secret, data: secret } })],
    [200, 'application/json', JSON.stringify({ jsonrpc: '2.0', id: 1, result: secret.repeat(3) })],
  ]) {
    const node = await startNode(freshChain());
    node.act = (_, response) => response.writeHead(status, { 'Content-Type': type, 'X-Secret': secret }).end(body);
    const answer = await programme.ask(programme.keeper, 'networkTest', { url: node.url });
    assert.deepEqual(allowed(answer).result.endpoints.map(({ ok }) => ok), [false]);
    assert.ok(!answer.text.includes(secret.slice(2)), `what the target said is shown: ${answer.text}`);
    node.stop();
  }
});

row('P330', 'keys in addresses of nodes', { slow: true, note: 'the secrets are looked for in the answers, the record and the log' }, async ({ server }) => {
  const programme = await nodesProgramme(server);
  const app = programme.server;
  const eve = await programme.tester();
  const node = await startNode(freshChain());
  const [path, query] = [app.keepSecret(random(16).slice(2)), app.keepSecret(random(16).slice(2))];
  const url = `${node.url}/v3/${path}?apikey=${query}`;
  // The node repeats its address in all its errors.
  node.bend = (answer, { method }) => (method.startsWith('eth_') && method !== 'eth_getTransactionByHash' ? answer : { jsonrpc: '2.0', id: 1, error: { code: -32000, message: `cannot do that at ${url}`, data: url } });
  const said = [];
  const hear = async answer => said.push((await answer).text);
  await programme.refresh();
  const { keeper } = programme;
  const named = { chainId: node.chainId, name: `Chain ${node.chainId}`, isTestnet: true };
  const saved = await programme.ask(keeper, 'networkSave', { ...named, rpcUrls: [url, url.replace('http://', 'http://user:s3cr3t-w0rd@')] });
  said.push(saved.text);
  const plain = saved.status === 200 ? saved : await programme.ask(keeper, 'networkSave', { ...named, rpcUrls: [url] });
  const { id } = allowed(plain).result.network;
  for (const who of [keeper, eve]) await hear(programme.ask(who, 'networks'));
  for (const params of [{ id }, { url }]) await hear(programme.ask(keeper, 'networkTest', params));
  await hear(programme.ask(keeper, 'audit'));
  for (const Class of ['Network', 'Evidence', 'AuditEntry']) {
    await hear(app.send('GET', `/classes/${Class}`, { as: eve, query: { limit: '1000' } }));
    await hear(app.send('GET', `/classes/${Class}`, { as: keeper, query: { limit: '1000' } }));
  }
  const { evidence } = await programme.run(eve, 'evidencePreview', { text: node.put(), network: id });
  const seen = await pasted(programme, eve, evidence.txHash, { params: { network: id } });
  said.push(JSON.stringify(seen));
  await programme.run(keeper, 'networkSave', { id, ...named, enabled: false });
  said.push(await app.wholeLog());
  for (const secret of [path, query, 's3cr3t-w0rd']) {
    const telling = said.find(text => text.includes(secret));
    assert.equal(telling, undefined, `a key is shown: ${telling?.slice(0, 400)}`);
  }
  node.stop();
});

row('P331', 'networks as tester and signed out', async ({ server }) => {
  const programme = await nodesProgramme(server);
  const eve = await programme.tester();
  const knocked = await startNode(freshChain());
  for (const [name, params] of [
    ['networkTest', { url: knocked.url }],
    ['networkSave', { chainId: knocked.chainId, name: 'Mine', isTestnet: true, rpcUrls: [knocked.url] }],
    ['contractSave', { network: 'x', address: random(20), name: 'Mine', role: 'router' }],
    ['tokenSave', { network: 'x', address: random(20), symbol: 'USDC', decimals: 6, flags: [] }],
    ['errorSignatureSave', { selector: '0x12345678', failureClass: 'panic', verdict: 'suspect', sentence: 'Mine.' }],
  ]) {
    refused(await programme.ask(eve, name, params), '400/119');
    refused(await programme.ask(undefined, name, params), '400/209', '403/209', '400/119');
  }
  assert.equal(knocked.heard.length, 0, 'a tester made the server call a host');
  const rows = (await programme.run(eve, 'networks')).rows;
  assert.ok(rows.every(row => row.endpoints === undefined && !JSON.stringify(row).includes('127.0.')), 'a tester sees where the nodes are');
  for (const Class of ['Network', 'Contract', 'Token', 'ErrorSignature']) {
    refused(await programme.server.send('POST', `/classes/${Class}`, { as: eve, body: { name: 'Mine' } }), '400/119');
  }
  knocked.stop();
});
