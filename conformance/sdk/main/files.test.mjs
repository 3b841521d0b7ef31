import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person, url, options } = connect(import.meta.dirname);
const MASTER = { useMasterKey: true };
const base64 = text => ({ base64: Buffer.from(text).toString('base64') });
const stored = (name, text = 'hello') => new Parse.File(name, base64(text), 'text/plain').save(MASTER);
const textAt = async address => (await fetch(address)).text();

it('a file of base64 is saved and fetched', async () => {
  const file = await stored('a.txt', 'in base64');
  assert.match(file.name(), /^[0-9a-f]{32}_a\.txt$/);
  assert.equal(file.url(), `${url}/files/${options.appId}/${file.name()}`);
  assert.equal(await textAt(file.url()), 'in base64');
});

it('a file of bytes is saved and fetched', async () => {
  const file = await new Parse.File('a.txt', [104, 105], 'text/plain').save(MASTER);
  assert.equal(await textAt(file.url()), 'hi');
});

it('a file of a buffer is saved as a stream', async () => {
  const file = await new Parse.File('a.bin', Buffer.from([0, 1, 254, 255])).save(MASTER);
  const bytes = Buffer.from(await (await fetch(file.url())).arrayBuffer());
  assert.deepEqual([...bytes], [0, 1, 254, 255]);
});

it('a file of a readable stream is saved as it comes', async () => {
  const source = Readable.from([Buffer.from('one '), Buffer.from('two '), Buffer.from('three')]);
  const file = await new Parse.File('a.txt', source, 'text/plain').save(MASTER);
  assert.equal(await textAt(file.url()), 'one two three');
});

it('a file of a megabyte comes back whole', async () => {
  const bytes = Buffer.alloc(1 << 20, 'touchstone');
  const file = await new Parse.File('big.bin', bytes).save(MASTER);
  assert.ok(Buffer.from(await (await fetch(file.url())).arrayBuffer()).equals(bytes));
});

it('a saved file gives its data', async () => {
  const file = await stored('a.txt', 'data of mine');
  const again = Parse.File.fromJSON(file.toJSON());
  assert.equal(Buffer.from(await again.getData(), 'base64').toString(), 'data of mine');
});

it('a file is a field of an object', async () => {
  const file = await stored('field.txt', 'in a field');
  const saved = await new Parse.Object(fresh()).save({ file });
  const read = await new Parse.Query(saved.className).get(saved.id);
  assert.ok(read.get('file') instanceof Parse.File);
  assert.equal(read.get('file').name(), file.name());
  assert.equal(read.get('file').url(), file.url());
});

it('a file nested in an object and in an array comes back', async () => {
  const file = await stored('nested.txt');
  const saved = await new Parse.Object(fresh()).save({ list: [file], map: { deep: { file } } });
  const read = await new Parse.Query(saved.className).get(saved.id);
  assert.equal(read.get('list')[0].url(), file.url());
  assert.equal(read.get('map').deep.file.name(), file.name());
});

it('objects are found by their file', { differs: 'Parse Server cannot ask this of PostgreSQL' }, async () => {
  const [one, two] = await Promise.all([stored('one.txt'), stored('two.txt')]);
  const Thing = fresh();
  await Parse.Object.saveAll([one, two].map(file => new Parse.Object(Thing, { file })));
  const found = await new Parse.Query(Thing).equalTo('file', one).find();
  assert.deepEqual(found.map(object => object.get('file').name()), [one.name()]);
});

it('an unsaved file is saved with its object', async () => {
  const user = await person();
  const object = new Parse.Object(fresh(), { file: new Parse.File('late.txt', base64('late'), 'text/plain') });
  await object.save(null, { sessionToken: user.token });
  assert.equal(await textAt(object.get('file').url()), 'late');
});

it('a signed-in user may upload', async () => {
  const user = await person();
  const file = new Parse.File('mine.txt', base64('mine'), 'text/plain');
  await file.save({ sessionToken: user.token });
  assert.equal(await textAt(file.url()), 'mine');
});

it('a file is destroyed with the master key', async () => {
  const file = await stored('gone.txt');
  await file.destroy(MASTER);
  const answer = await fetch(file.url());
  assert.deepEqual([answer.status, await answer.text()], [404, 'File not found.']);
});

it('a directory is part of the name', async () => {
  const file = new Parse.File('a.txt', base64('inside'), 'text/plain', {}, {});
  file.setDirectory('notes/2026');
  await file.save(MASTER);
  assert.match(file.name(), /^notes\/2026\/[0-9a-f]{32}_a\.txt$/);
  assert.equal(await textAt(file.url()), 'inside');
  await file.destroy(MASTER);
  assert.equal((await fetch(file.url())).status, 404);
});

it(
  'metadata is kept and read',
  { differs: 'the file system adapter of Parse Server keeps no metadata' },
  async () => {
    const file = new Parse.File('noted.txt', base64('x'), 'text/plain', { author: 'Ada' }, { topic: 'engines' });
    await file.save(MASTER);
    const answer = await send('GET', `/files/${options.appId}/metadata/${file.name()}`, { app: null });
    answered(answer, 200, { metadata: { author: 'Ada' }, tags: { topic: 'engines' } });
  }
);

it('a file is served with its type and is not guessed at', async () => {
  const answer = await fetch((await stored('typed.txt')).url());
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(answer.headers.get('content-length'), '5');
  await answer.text();
});

it(
  'a part of a file is served as a part',
  { differs: 'the file system adapter of Parse Server answers with the whole file' },
  async () => {
    const file = await stored('range.txt', '0123456789');
    const answer = await fetch(file.url(), { headers: { Range: 'bytes=3-5' } });
    assert.deepEqual([answer.status, await answer.text()], [206, '345']);
    assert.equal(answer.headers.get('content-range'), 'bytes 3-5/10');
  }
);

it('the largest size of one upload is the choice of the master key', async () => {
  const file = new Parse.File('limited.txt', Buffer.from('twelve bytes'), 'text/plain');
  const saved = file.save({ ...MASTER, maxUploadSize: '3b' });
  await refused(saved, 130);
  const enough = new Parse.File('limited.txt', Buffer.from('twelve bytes'), 'text/plain');
  succeeded({ status: (await fetch((await enough.save({ ...MASTER, maxUploadSize: '1kb' })).url())).status });
});
