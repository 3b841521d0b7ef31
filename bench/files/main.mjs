// Files under load: one large file up and down, and uploads that are cut in the middle, on disk and in a
// bucket of a real server that speaks S3. Tells the peak memory of the server's process and what was left
// behind; `just files-load [megabytes]`.
import { createHash } from 'node:crypto';
import http from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MASTER_KEY, APP_ID, start } from './places.mjs';

const MEGABYTES = Number(process.argv[2] ?? 1024);
const CUTS = Number(process.argv[3] ?? 200);
/** Less than the smallest file that is tried: a file that were kept whole would not pass. */
const MOST_GROWTH_MB = 50;
const PIECE = Buffer.alloc(1 << 20);
for (let at = 0; at < PIECE.length; at++) PIECE[at] = (at * 31 + (at >> 8)) & 255;
const HEADERS = { 'X-Parse-Application-Id': APP_ID, 'X-Parse-Master-Key': MASTER_KEY };

let passed = 0;
let failed = 0;
function check(what, holds) {
  console.log(`  ${holds ? 'ok    ' : 'FAILED'} ${what}`);
  if (holds) passed++;
  else failed++;
}

/** Sends the file piece by piece, as fast as it is taken. */
function upload(server) {
  const hash = createHash('sha256');
  return new Promise((resolve, reject) => {
    const request = http.request(`${server.url}/files/large.bin`, {
      method: 'POST',
      headers: {
        ...HEADERS,
        'X-Parse-Upload-Mode': 'stream',
        'X-Parse-File-Max-Upload-Size': '2gb',
        'Content-Length': MEGABYTES * PIECE.length,
      },
    });
    request.on('error', reject);
    request.on('response', async answer => {
      const chunks = [];
      for await (const chunk of answer) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      if (answer.statusCode === 201) resolve({ ...JSON.parse(text), hash: hash.digest('hex') });
      else reject(new Error(`the upload was answered with ${answer.statusCode} ${text}`));
    });
    let sent = 0;
    const more = () => {
      while (sent < MEGABYTES) {
        sent++;
        hash.update(PIECE);
        if (!request.write(PIECE)) return request.once('drain', more);
      }
      request.end();
    };
    more();
  });
}

function download(url) {
  return new Promise((resolve, reject) => {
    http
      .get(url, async answer => {
        const hash = createHash('sha256');
        for await (const chunk of answer) hash.update(chunk);
        resolve(hash.digest('hex'));
      })
      .on('error', reject);
  });
}

/** Announces ten megabytes, sends some of them, and hangs up. */
function cut(server, number) {
  const { hostname, port } = new URL(server.url);
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname);
    socket.on('error', resolve);
    socket.on('close', resolve);
    const head = [
      `POST /parse/files/cut${number}.bin HTTP/1.1`,
      'Host: x',
      ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${10 * PIECE.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    let sent = 0;
    const more = () => {
      if (sent++ < 1 + (number % 9)) socket.write(PIECE, more);
      else socket.destroy();
    };
    more();
  });
}

async function eventually(condition) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (await condition()) return true;
    await pause(50);
  }
  return false;
}

async function measure(kind) {
  const server = await start(kind);
  try {
    console.log(`\n${kind}`);
    const began = server.memory();
    let since = Date.now();
    const file = await upload(server);
    const up = (Date.now() - since) / 1000;
    const afterUpload = server.memory();
    since = Date.now();
    const hash = await download(file.url);
    const down = (Date.now() - since) / 1000;
    const afterDownload = server.memory();
    console.log(
      `  ${MEGABYTES} MB up in ${up.toFixed(1)} s (${Math.round(MEGABYTES / up)} MB/s), ` +
        `down in ${down.toFixed(1)} s (${Math.round(MEGABYTES / down)} MB/s)`
    );
    console.log(
      `  peak memory of the process: ${began} MB at the start, ${afterUpload} MB after the upload, ` +
        `${afterDownload} MB after the download`
    );
    check('the file came back as it was sent', hash === file.hash);
    const grown = afterDownload - began;
    check(`the process grew by ${grown} MB, at most ${MOST_GROWTH_MB}`, grown <= MOST_GROWTH_MB);

    const [files, rows] = [server.files(), await server.rows()];
    await Promise.all(Array.from({ length: CUTS }, (_, number) => cut(server, number)));
    const isClean = await eventually(async () => server.files() === files && (await server.rows()) === rows);
    console.log(`  peak memory after ${CUTS} uploads that were cut: ${server.memory()} MB`);
    check(
      `${CUTS} uploads that were cut left ${server.files() - files} files and ${(await server.rows()) - rows} rows`,
      isClean
    );
    const answer = await fetch(`${server.url}/files/after.txt`, { method: 'POST', headers: HEADERS, body: 'x' });
    check('the server still takes files', answer.status === 201);
    const isAll = server.files() === files + 1 && (await server.rows()) === rows + 1;
    check('and there is nothing else beside the new one', isAll);
  } finally {
    await server.stop();
  }
}

for (const kind of ['disk', 's3']) await measure(kind);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
