// Section I: files.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../harness/expectations.mjs';
import { allowed, forEach, outcome, refused, within } from '../answers.mjs';
import { fresh, stranger } from '../attacked.mjs';
import { gif, jpegWithExif, png, tellingGif, tellingJpeg, tellingPng, tellingWebp } from '../pictures.mjs';
import { programmeOn } from '../programme.mjs';
import { Raw, exchange, request } from '../raw.mjs';
import { row } from '../row.mjs';

const HTML = '<!doctype html><html><script>alert(1)</script></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** The names of all stored files. */
function stored(server) {
  try {
    return readdirSync(server.files, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).map(({ name }) => name).sort();
  } catch {
    return [];
  }
}

/** No file may come or go while `work` runs. */
async function noFile(server, work) {
  const before = stored(server);
  const result = await work();
  assert.deepEqual(stored(server), before, 'a file was stored or removed');
  return result;
}

const upload = (server, name, body, { as, type = 'text/plain', key, headers } = {}) => server.send('POST', `/files/${name}`, { as, key, type, body, headers });

/** The SDK's way: the file as base64 in JSON, which is sent as text. */
function encoded(server, name, bytes, { as, type, ...more } = {}) {
  const body = JSON.stringify({ base64: Buffer.from(bytes).toString('base64'), _ContentType: type, _ApplicationId: server.keys.appId, _SessionToken: as?.token, ...more });
  return server.send('POST', `/files/${name}`, { app: null, type: 'text/plain', body, from: as?.address });
}

/** Every way to send this file must be refused, and leave nothing behind. */
async function neverStored(server, names, { bytes = HTML, type = 'text/html' } = {}) {
  await noFile(server, () =>
    forEach(names, async name => {
      const eve = await server.person();
      refused(await upload(server, encodeURIComponent(name), bytes, { as: eve, type }), '400/130', '400/122');
      refused(await upload(server, encodeURIComponent(name), bytes, { as: eve, type: 'image/png' }), '400/130', '400/122');
      refused(await encoded(server, encodeURIComponent(name), bytes, { as: eve, type }), '400/130', '400/122');
      refused(await upload(server, encodeURIComponent(name), bytes, { as: eve, type, headers: { 'X-Parse-Upload-Mode': 'stream' } }), '400/130', '400/122');
    })
  );
}

row('I206', 'HTML upload', ({ both }) => both(server => neverStored(server, ['a.html', 'a.htm', 'a.shtml', 'a.xhtml', 'a.HTML', 'a.hTm', 'a.png.html'])));

row('I207', 'SVG upload', ({ both }) =>
  both(async server => {
    await neverStored(server, ['a.svg', 'a.svgz', 'a.SVG', 'a.png.svg'], { bytes: SVG, type: 'image/svg+xml' });
    const eve = await server.person();
    await noFile(server, async () => {
      for (const type of ['image/svg+xml', 'IMAGE/SVG+XML', 'image/svg+xml;charset=utf-8']) refused(await upload(server, 'a', SVG, { as: eve, type }), '400/130');
    });
  })
);

row('I208', 'XML family', ({ both }) =>
  both(server => neverStored(server, ['xml', 'xsl', 'xslt', 'xht', 'xsd', 'rng', 'rdf', 'owl', 'mathml', 'XML', 'XsL'].map(extension => `a.${extension}`), { bytes: '<?xml version="1.0"?><x/>', type: 'application/xml' }))
);

row('I209', 'MIME parameters', ({ both }) =>
  both(async server => {
    const eve = await server.person();
    await noFile(server, () =>
      forEach(['application/xhtml+xml;charset=utf-8', 'text/html\t;x=y', 'text/html;', ' text/html', 'TEXT/HTML; charset=x', 'text/html,image/png', 'image/svg+xml ;a=b', 'application/xml;x'], async type => {
        refused(await encoded(server, 'a', HTML, { as: eve, type }), '400/130', '400/107');
        const trimmed = await upload(server, 'payload', HTML, { as: eve, type: type.trim() });
        refused(trimmed, '400/130', '400/107');
      })
    );
  })
);

row('I210', 'extension says one, type another', { note: 'Parse Server stores the type of the extension: where the profile parse accepts the file, it is served as that, and browsers are instructed not to guess' }, ({ both }) =>
  both(async server => {
    const eve = await server.person();
    for (const answer of [await upload(server, 'a.png', HTML, { as: eve, type: 'text/html' }), await encoded(server, 'a.png', HTML, { as: eve, type: 'text/html' })]) {
      refused(answer, '400/130', ...(server.name === 'parse' ? ['201'] : []));
      if (answer.status !== 201) continue;
      const file = await server.send('GET', answer.body.url, { app: null });
      assert.match(file.headers.get('content-type'), /^image\/png/);
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
    }
  })
);

row('I211', 'trailing dot or space', ({ both }) =>
  both(async server => {
    await neverStored(server, ['a.html.', 'a.svg ', 'a.html ', 'a.html::$DATA', 'a.html\u00a0', 'a.html\t', ' .html', 'a.', 'a.html/', 'a.html;.png\u0000']);
  })
);

row('I212', 'unusual but active extension', { note: 'the product profile has an allow-list; with the profile parse what a browser would run is served in a sandbox' }, ({ both }) =>
  both(async server => {
    let eve = await server.person();
    await forEach(['htc', 'hta', 'mht', 'mhtml', 'js', 'mjs', 'wasm', 'swf', 'jar', 'exe', 'bat', 'php', 'jsp', 'cgi', 'vbs', 'wml', 'xul', 'shtm', 'dhtml', 'atom', 'rss', 'kml', 'xspf', 'dae'], async extension => {
      if (server.isBehindProxy) eve = await server.person();
      const answer = await upload(server, `a.${extension}`, HTML, { as: eve, type: 'application/octet-stream' });
      refused(answer, '400/130', ...(server.name === 'parse' ? ['201'] : []));
      if (answer.status !== 201) return;
      const file = await server.send('GET', answer.body.url, { app: null });
      const isActive = /html|svg|xml|multipart/.test(file.headers.get('content-type'));
      if (isActive) assert.match(file.headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/, `served as ${file.headers.get('content-type')} and not caged`);
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
    });
    const pdf = `%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF`;
    const answer = await upload(server, 'a.pdf', pdf, { as: eve, type: 'application/pdf' });
    refused(answer, '400/130', '201');
    if (answer.status === 201 && server.name === 'product') {
      const file = await server.send('GET', answer.body.url, { app: null });
      assert.match(file.headers.get('content-disposition') ?? '', /^attachment/);
      assert.match(file.headers.get('content-security-policy') ?? '', /sandbox/);
    }
  })
);

row('I213', 'no extension', ({ both }) =>
  both(async server => {
    for (const bytes of [HTML, SVG, '\u0000\u0001binary', '']) {
      const eve = await server.person();
      for (const type of ['text/html', undefined, 'application/octet-stream', '', 'nonsense', '/']) {
        const answer = type === undefined ? await encoded(server, 'payload', bytes, { as: eve }) : await upload(server, 'payload', bytes, { as: eve, type });
        refused(answer, '400/130', '400/122', '400/107', ...(server.name === 'parse' && type !== 'text/html' ? ['201'] : []));
        if (answer.status !== 201) continue;
        const file = await server.send('GET', answer.body.url, { app: null });
        assert.ok(!/html|svg|xml/.test(file.headers.get('content-type') ?? 'html'), `served as ${file.headers.get('content-type')}`);
      }
    }
  })
);

row('I214', 'serving', { note: 'attachment and sandbox are the product profile\'s; another host name is the operator\'s choice, by public_server_url' }, ({ both }) =>
  both(async server => {
    const eve = await server.person();
    const text = allowed(await upload(server, 'a.txt', 'plain text, at some length', { as: eve }));
    const image = allowed(await upload(server, 'a.png', png(), { as: eve, type: 'image/png' }));
    for (const { url } of [text, image]) {
      const file = await server.send('GET', url, { app: null });
      allowed(file);
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(file.headers.get('set-cookie'), null);
      if (server.name === 'parse') continue;
      assert.match(file.headers.get('content-security-policy'), /default-src 'none'/);
      assert.match(file.headers.get('content-security-policy'), /sandbox/);
      const disposition = file.headers.get('content-disposition') ?? '';
      assert.ok(url === image.url ? !disposition.startsWith('attachment') : disposition.startsWith('attachment'), `${url} has ${disposition}`);
    }
    const json = await upload(server, 'a.json', '{"a":"<script>"}', { as: eve, type: 'application/json' });
    if (json.status === 201 && server.name === 'product') {
      assert.match((await server.send('GET', json.body.url, { app: null })).headers.get('content-type'), /^text\/plain|^application\/json/);
    }
  })
);

row('I215', 'malformed file request', ({ both }) =>
  both(async server => {
    const { appId } = server.keys;
    await forEach(['%', `${appId}/%`, `${appId}/%zz`, `${appId}/a%2f..`, `${appId}/a%2f..%2f..%2fetc%2fpasswd`, `${appId}/%00`, `${appId}/${'x'.repeat(5000)}`, `${appId}/`, `${appId}/..`, `${appId}/.`, `wrong/a.png`, `${appId}/%ff%fe`, 'constructor/x', `${appId}/a/b/c/d/e/f`, `${appId}/~`, `${appId}/%5c..%5c`], async path => {
      const { status, text } = await exchange(server, request(server, 'GET', `/files/${path}`), { closesWithin: 1 });
      assert.ok([400, 403, 404, 414].includes(status), `answered ${status} ${text.slice(0, 100)}`);
      assert.ok(!text.includes('root:'));
    });
  })
);

row('I216', 'bad range', ({ both }) =>
  both(async server => {
    const { url } = allowed(await upload(server, 'a.txt', '0123456789', { key: 'master' }));
    const ranges = ['bytes=9-1', 'bytes=-', 'bytes=20-30', 'bytes=a-b', 'bytes=', 'bytes=-0', 'items=0-1', 'bytes=0-18446744073709551616', 'bytes=-99999999999999999999', `bytes=${Array(1000).fill('0-0').join(',')}`, 'bytes=0-1,3-4', 'bytes=1--2', '\tbytes=0-', 'bytes=18446744073709551615-'];
    await forEach(ranges, async Range => {
      const answer = await server.send('GET', url, { app: null, headers: { Range } });
      refused(answer, '416', '200', '206', '400', '416/153', '431');
      assert.ok(answer.text.length <= 300, 'more than the file was answered');
    });
    const part = await server.send('GET', url, { app: null, headers: { Range: 'bytes=2-4' } });
    assert.deepEqual([part.status, part.text], [206, '234']);
  })
);

row('I217', 'path traversal', ({ both }) =>
  both(async server => {
    const eve = await server.person();
    const names = ['..%2f..%2fetc%2fpasswd', '..%2fx.txt', '%2e%2e%2fx.txt', '..%5c..%5cx.txt', 'a%00.txt', '.%2f.%2fx.txt', '%2fetc%2fpasswd', 'a%2fb.txt', '..', '.', '.htaccess', '~root', 'C:%5cx.txt', '....%2f%2fx.txt'];
    const outside = () => readdirSync(`${server.files}/..`).filter(name => /passwd|^x\.txt/.test(name));
    await forEach(names, async name => {
      for (const options of [{ as: eve }, { key: 'master' }]) {
        const { status } = await exchange(server, request(server, 'POST', `/files/${name}`, [...(options.as ? [`X-Parse-Session-Token: ${eve.token}`] : [`X-Parse-Master-Key: ${server.keys.masterKey}`]), 'Content-Type: text/plain', 'Content-Length: 1'], 'x'), { closesWithin: 1 });
        assert.ok([400, 403, 404].includes(status) || (name === '~root' && status === 201), `answered ${status}`);
      }
    });
    assert.deepEqual(outside(), [], 'a file was written outside its folder');
    for (const directory of ['../..', '/etc', 'a/../../b', '..', 'a\u0000b', 'a//..//b']) {
      const body = JSON.stringify({ base64: 'aGVsbG8=', _ContentType: 'text/plain', fileData: { directory }, directory });
      for (const options of [{ as: eve }, { key: 'master' }]) {
        const answer = await server.send('POST', '/files/a.txt', { ...options, body, type: 'text/plain', headers: { 'X-Parse-File-Directory': encodeURIComponent(directory) } });
        refused(answer, '400/122', '400/119', '403', '400/130', '400/107', ...(answer.body?.name?.includes('..') ? [] : ['201']));
      }
    }
    assert.ok(stored(server).every(name => !/passwd/.test(name)));
  })
);

row('I218', 'header injection by name', ({ both }) =>
  both(async server => {
    const eve = await server.person();
    await forEach(['a%22%0d%0aX-Evil:%20y.png', 'a%0d%0aX-Evil:%20y.png', 'a%0a.png', 'a%22b.png', 'a%3bb.png', 'a%e2%80%ae.png', '%22.png'], async name => {
      const answer = await upload(server, name, png(), { as: eve, type: 'image/png' });
      refused(answer, '400/122');
    });
  })
);

row('I219', 'overwrite', ({ both }) =>
  both(async server => {
    const eve = await server.person();
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => upload(server, 'same.txt', `content number ${index}`, { as: eve })));
    const names = answers.map(answer => allowed(answer).name);
    assert.equal(new Set(names).size, 5, 'two uploads share a name');
    for (const name of names) assert.match(name, /^[0-9a-f]{32}_/, 'the name can be guessed');
    const victim = names[0];
    const again = await upload(server, victim, 'overwritten', { as: eve });
    if (again.status === 201) assert.notEqual(again.body.name, victim);
    const asMaster = await upload(server, victim, 'overwritten', { key: 'master' });
    if (asMaster.status === 201) assert.notEqual(asMaster.body.name, victim);
    const kept = await server.send('GET', answers[0].body.url, { app: null });
    assert.equal(kept.text, 'content number 0');
  })
);

row('I220', 'delete by a tester', ({ both }) =>
  both(async server => {
    const eve = await server.person();
    const { name, url } = allowed(await upload(server, 'a.txt', 'some text to keep', { as: eve }));
    await noFile(server, async () => {
      for (const options of [{ as: eve }, {}, { key: 'maintenance' }]) refused(await server.send('DELETE', `/files/${name}`, options), '403', '400/119', '404');
    });
    assert.equal((await server.send('GET', url, { app: null })).status, 200);
    allowed(await server.send('DELETE', `/files/${name}`, { key: 'master' }));
    assert.equal((await server.send('GET', url, { app: null })).status, 404);
  })
);

/** What belongs to a private report is had by those who are shown its address, for a while, and kept by no cache. */
async function privateAttachment(programme) {
  const { server } = programme;
  const [rin, eve] = [await programme.tester(), await programme.tester()];
  const { name } = allowed(await upload(server, 'shot.png', png(), { as: rin, type: 'image/png' }));
  const { attachment } = await programme.run(rin, 'attachmentAdd', { file: { __type: 'File', name }, name: 'shot.png' });
  const { number } = await programme.report(rin, { private: true, attachments: [attachment.id] });
  const { issue } = await programme.run(rin, 'issueGet', { number });
  const shown = new URL(issue.attachments[0].url);
  const file = await server.send('GET', shown.href, { app: null });
  allowed(file);
  assert.doesNotMatch(file.headers.get('cache-control') ?? 'public', /public/);
  const bent = query => Object.assign(new URL(shown), { search: query }).href;
  const later = shown.search.replace(/expires=\d+/, 'expires=9999999999');
  for (const search of ['', later, '?expires=9999999999', shown.search.slice(0, -1)]) {
    for (const as of [undefined, eve]) refused(await server.send('GET', bent(search), { app: null, as }), '404');
    const metadata = bent(search).replace(`/${server.keys.appId}/`, `/${server.keys.appId}/metadata/`);
    assert.equal((await server.send('GET', metadata, { app: null, as: eve })).text, '{}');
  }
  await programme.run(rin, 'attachmentRemove', { id: attachment.id });
  await eventually(() => !stored(server).includes(name), 'the bytes of what was removed go', 30_000);
  refused(await server.send('GET', shown.href, { app: null }), '404');
}

row('I221', 'metadata without rights', { slow: true, note: 'and the bytes: an attachment of a private report is fetched at an address that ends, and goes with its row' }, async ({ server }) => {
  await privateAttachment(await programmeOn(await server('programme')));
  const closed = await server('closed-files');
  const eve = await closed.person();
  const { name, url } = allowed(await closed.send('POST', '/files/a.txt', { app: null, type: 'text/plain', body: JSON.stringify({ _ApplicationId: closed.keys.appId, _MasterKey: closed.keys.masterKey, base64: 'aGVsbG8=', _ContentType: 'text/plain', fileData: { metadata: { secret: 'well-kept' }, tags: { a: 'b' } } }) }));
  const path = `/files/${closed.keys.appId}/metadata/${name}`;
  for (const to of [url, path]) {
    const answer = await closed.send('GET', to, { app: null });
    assert.ok(!answer.text.includes('well-kept') && !answer.text.includes('hello'), `${to} shows it`);
    refused(answer, '403', '403/119', '404', '400/130', '400/119', '400/153', '400/104', ...(to === path && answer.text === '{}' ? ['200'] : []));
  }
  const { name: missing } = { name: `${'0'.repeat(32)}_a.txt` };
  const unknown = await closed.send('GET', `/files/${closed.keys.appId}/metadata/${missing}`, { app: null });
  assert.equal(outcome(unknown), outcome(await closed.send('GET', path, { app: null })), 'a file that exists can be recognised');
  assert.equal((await closed.send('GET', url, { as: eve })).text, 'hello');
});

row('I222', 'upload without session', ({ both }) =>
  both(async server => {
    await noFile(server, async () => {
      const publicly = await upload(server, 'a.png', png(), { type: 'image/png' });
      refused(publicly, '400/130');
      assert.equal(publicly.body.error, 'File upload by public is disabled.');
      refused(await upload(server, 'a.png', png(), { type: 'image/png', as: 'r:00000000000000000000000000000000' }), '400/209');
      refused(await encoded(server, 'a.png', png(), { type: 'image/png' }), '400/130');
    });
    const anonymous = await server.send('POST', '/users', { body: { authData: { anonymous: { id: fresh('anonymous') } } } });
    if (anonymous.status === 201) {
      await noFile(server, async () => refused(await upload(server, 'a.png', png(), { type: 'image/png', as: anonymous.body.sessionToken }), '400/130'));
    } else refused(anonymous, '400/252', '400/119');
  })
);

row('I223', 'image bomb', { note: 'the product profile looks at the header and never decodes a pixel, so frames cost nothing; bound: 2 s' }, async ({ server }) => {
  const product = await server('product');
  const eve = await product.person();
  await noFile(product, async () => {
    for (const [width, height] of [[40_000, 40_000], [65_000, 400], [2_000_000_000, 2_000_000_000]]) {
      const answer = await within(2000, () => upload(product, 'bomb.png', png(width, height), { as: eve, type: 'image/png' }));
      assert.equal(outcome(answer), '400/130', `an image of ${width} × ${height} pixels was answered ${outcome(answer)}`);
    }
  });
  const animated = await within(2000, () => upload(product, 'frames.gif', gif(10_000), { as: eve, type: 'image/gif' }));
  refused(animated, '201', '400/130');
});

row('I224', 'private data in pictures', { note: 'the product profile takes it out; Parse Server keeps files as they are' }, async ({ server }) => {
  const product = await server('product');
  const eve = await product.person();
  const secret = 'GPS 52.5200 13.4050 of my bedroom';
  for (const send of [upload, encoded]) {
    const answer = await send(product, 'a.jpg', jpegWithExif(secret), { as: eve, type: 'image/jpeg' });
    const { url } = allowed(answer);
    const served = Buffer.from(await (await fetch(url)).arrayBuffer());
    assert.equal(served.subarray(0, 2).toString('hex'), 'ffd8', 'it is no longer a JPEG');
    assert.ok(!served.includes(secret) && !served.includes('Exif'), 'the place where it was taken is still in the picture');
  }
  const telling = {
    'a.jpg': [tellingJpeg(secret), 'ffd8', 'image/jpeg'],
    'a.png': [tellingPng(secret), '8950', 'image/png'],
    'a.gif': [tellingGif(secret), '4749', 'image/gif'],
    'a.webp': [tellingWebp(secret), '5249', 'image/webp'],
  };
  await forEach(Object.keys(telling), async name => {
    const [picture, start, type] = telling[name];
    assert.ok(picture.includes(secret));
    const { url } = allowed(await upload(product, name, picture, { as: eve, type }));
    const served = Buffer.from(await (await fetch(url)).arrayBuffer());
    assert.equal(served.subarray(0, 2).toString('hex'), start, 'it is no longer a picture');
    assert.ok(!served.includes(secret), 'the place where it was taken is still in the picture');
    if (name === 'a.gif') assert.ok(served.includes('NETSCAPE2.0'), 'the animation no longer repeats');
  });
});

row('I225', 'quota', { slow: true }, async ({ server }) => {
  const small = await server('small-quota');
  const eve = await small.person();
  const outcomes = [];
  for (let count = 0; count < 8; count += 1) outcomes.push(outcome(await upload(small, 'a.txt', 'some text '.repeat(3000), { as: eve })));
  assert.ok(outcomes.slice(0, 2).every(seen => seen === '201'), `${outcomes}`);
  assert.equal(outcomes.at(-1), '400/140', `${outcomes}`);
  const before = stored(small).length;
  const burst = await Promise.all(Array.from({ length: 10 }, () => upload(small, 'a.txt', 'some text '.repeat(3000), { as: eve })));
  for (const answer of burst) refused(answer, '400/140', '429/155', '429/100');
  assert.equal(stored(small).length, before);
  allowed(await upload(small, 'a.txt', 'another user', { as: await small.person() }));
  await slowUploadsBlockNobody(await server('product'));
});

/** Eight images of one tester that hardly come: others upload theirs meanwhile, and the eight are broken off. */
async function slowUploadsBlockNobody(product) {
  const [eve, ada] = [await product.person(), await product.person()];
  const head = Buffer.concat([png(), Buffer.alloc(9000)]);
  const slow = Array.from({ length: 8 }, () => {
    const raw = new Raw(product.address);
    const lines = [`X-Parse-Session-Token: ${eve.token}`, `X-Forwarded-For: ${eve.address}`, 'Content-Type: image/png', 'Content-Length: 8000000'];
    raw.write(Buffer.concat([Buffer.from(request(product, 'POST', '/files/slow.png', lines)), head]));
    return raw;
  });
  const trickle = setInterval(() => slow.forEach(raw => raw.isClosed || raw.write('x')), 2000);
  try {
    await pause(1000);
    await within(2000, async () => allowed(await upload(product, 'quick.png', png(), { as: ada, type: 'image/png' })));
    assert.ok(slow.some(raw => !raw.isClosed && raw.statuses.length === 0), 'no upload was slow, so that nothing was tried');
    const ended = await Promise.all(slow.map(raw => raw.closedWithin(45_000).then(isClosed => isClosed || raw.statuses.length > 0)));
    assert.deepEqual(ended, slow.map(() => true), 'uploads that hardly come are waited for without end');
    await within(2000, async () => allowed(await upload(product, 'own.png', png(), { as: eve, type: 'image/png' })));
  } finally {
    clearInterval(trickle);
    slow.forEach(raw => raw.end());
  }
}

row('I226', 'cross-origin reads', { note: 'Parse Server answers every origin with * by default, and never with credentials; the product profile names its own' }, ({ both }) =>
  both(async server => {
    const { url } = allowed(await upload(server, 'a.txt', 'some text', { key: 'master' }));
    const Thing = await server.classWith();
    for (const Origin of ['https://evil.example', 'null', 'https://app.attacked.example.evil.com', 'http://127.0.0.1.evil.example']) {
      for (const path of [url, `/classes/${Thing}`, '/users/me', '/health', `/files/${server.keys.appId}/metadata/x`]) {
        for (const method of ['GET', 'OPTIONS']) {
          const answer = await server.send(method, path, { headers: { Origin } });
          const shown = answer.headers.get('access-control-allow-origin');
          assert.equal(answer.headers.get('access-control-allow-credentials'), null, `${path} allows credentials`);
          assert.notEqual(shown, Origin, `${path} reflects the origin`);
          if (server.name === 'product') assert.notEqual(shown, '*', `${method} ${path} is open to every origin`);
        }
      }
    }
  })
);

row('I227', 'base64 junk', ({ both }) =>
  both(async server => {
    const eve = await server.person();
    await noFile(server, async () => {
      for (const base64 of ['%%%', 'a', 'data:image/png;base64,AAAA', '====', 5, null, {}, ['YQ=='], '\u0000']) {
        refused(await server.send('POST', '/files/a.png', { app: null, type: 'text/plain', body: JSON.stringify({ base64, _ContentType: 'image/png', _ApplicationId: server.keys.appId, _SessionToken: eve.token }), from: eve.address }), '400/130', '400/107', '403');
      }
      refused(await upload(server, 'a.txt', '', { as: eve }), '400/130');
      refused(await server.send('POST', '/files/a.txt', { as: eve }), '400/130', '400');
      refused(await server.send('POST', '/files/a.txt', { as: eve, type: 'application/json', body: '{"base64":' }), '400/130', '400/107', '400', '201');
    }).catch(error => {
      // What looks like broken JSON may be a text file that holds exactly that.
      if (!/a file was stored/.test(error.message)) throw error;
    });
    refused(await upload(server, 'a.txt', 'x'.repeat(100), { as: 'r:nope', from: stranger() }), '400/209');
  })
);
