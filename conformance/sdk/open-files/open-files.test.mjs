import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { answered, failedWith, refused } from '../../harness/expectations.mjs';

const { Parse, it, send, person, options } = connect(import.meta.dirname);
const base64 = text => ({ base64: Buffer.from(text).toString('base64') });
let count = 0;
const unused = extension => `name${process.pid}x${++count}.${extension}`;
const text = (name, content = 'x') => new Parse.File(name, base64(content), 'text/plain');
const at = name => `/files/${options.appId}/${name}`;

it('an anonymous user may upload', async () => {
  const guest = await Parse.AnonymousUtils.logIn();
  const name = unused('txt');
  assert.equal((await text(name).save({ sessionToken: guest.getSessionToken() })).name(), name);
});

it('the public may not download', async () => {
  const file = await text(unused('txt')).save();
  const answer = await send('GET', at(file.name()), { app: null });
  failedWith(answer, 400, 119, 'File download by public is disabled.');
  const metadata = await send('GET', at(`metadata/${file.name()}`), { app: null });
  failedWith(metadata, 403, 119, 'File download by public is disabled.');
});

it('a signed-in user may download', async () => {
  const file = await text(unused('txt'), 'for members').save();
  const user = await person();
  const answer = await send('GET', at(file.name()), { app: null, token: user.token });
  assert.deepEqual([answer.status, answer.text], [200, 'for members']);
});

it('a session that is none is refused', async () => {
  const file = await text(unused('txt')).save();
  failedWith(await send('GET', at(file.name()), { app: null, token: 'r:missing' }), 400, 209);
});

// Last, because Parse Server closes the connection of a body that is too long.
it('a file that is too large is refused in each form', async () => {
  const large = 'x'.repeat(120 * 1024);
  const raw = await send('POST', `/files/${unused('txt')}`, { body: large, type: 'text/plain' });
  answered(raw, 413, { error: 'request entity too large' });
  const stream = new Parse.File(unused('txt'), Buffer.from(large), 'text/plain');
  await refused(stream.save(), 130);
});
