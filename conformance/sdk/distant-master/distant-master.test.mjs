import { KEYS } from '../../harness/configurations.mjs';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, succeeded } from '../../harness/expectations.mjs';

const { it, send } = connect(import.meta.dirname);
const UNAUTHORIZED = { error: 'unauthorized' };

it('a right master key from a wrong address is refused', async () => {
  answered(await send('GET', '/schemas', { key: 'master' }), 403, UNAUTHORIZED);
});

it('a right master key from a wrong address is refused on every route', async () => {
  answered(await send('GET', `/classes/${fresh()}`, { key: 'master' }), 403, UNAUTHORIZED);
});

it('a right master key in the body from a wrong address is refused', async () => {
  const body = { _method: 'GET', _ApplicationId: KEYS.appId, _MasterKey: KEYS.masterKey };
  answered(await send('POST', '/schemas', { app: null, type: 'text/plain', body }), 403, UNAUTHORIZED);
});

it('a wrong master key from a wrong address is ignored', async () => {
  const headers = { 'X-Parse-Master-Key': 'not-it' };
  answered(await send('GET', `/classes/${fresh()}`, { headers }), 200, { results: [] });
});

it('the read-only master key has addresses of its own', async () => {
  succeeded(await send('GET', '/schemas', { key: 'readOnly' }));
});
