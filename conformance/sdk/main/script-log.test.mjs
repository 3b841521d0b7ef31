import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { succeeded, ISO_TIME } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);
const log = async query => succeeded(await send('GET', `/scriptlog${query}`, { key: 'master' }));

it('the log is a list of lines with a level, a message and a time', { differs: 'Parse Server without a log folder fails here' }, async () => {
  const lines = await log('?level=info&n=1000&order=asc');
  assert.ok(lines.some(({ message }) => message === 'listening'));
  for (const line of lines) {
    assert.match(line.timestamp, ISO_TIME);
    assert.equal(typeof line.level, 'string');
  }
});

it('no more lines come than were asked for', { differs: 'Parse Server without a log folder fails here' }, async () => {
  assert.equal((await log('?n=1')).length, 1);
  assert.deepEqual(await log('?until=2001-01-01T00:00:00.000Z'), []);
  assert.ok((await log('?level=error&n=100')).every(({ level }) => level === 'error'));
});

it('no line of the log holds a token or a key', { differs: 'Parse Server without a log folder fails here' }, async () => {
  const ada = await person();
  await Parse.Cloud.run('fail', {}, { sessionToken: ada.token }).catch(() => {});
  const text = JSON.stringify(await log('?n=1000'));
  assert.ok(!text.includes(ada.token) && !/r:[0-9a-f]{32}/.test(text));
  assert.ok(!text.includes(Parse.masterKey));
});
