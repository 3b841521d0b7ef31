// The server and its database as a flow sees them beside the page: by master key, and by SQL.
import pg from 'pg';
import { wire } from '../../harness/wire.mjs';

const EMPTIED = ['_User', '_Role', '_Session', '_Installation'];

export function serverAt({ server, database }) {
  const send = wire(server);

  async function asMaster(method, path, options = {}) {
    const { status, body, text } = await send(method, path, { key: 'master', ...options });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return body;
  }

  return {
    url: server,
    send,
    asMaster,
    create: (className, fields) => asMaster('POST', `/classes/${className}`, { body: fields }),
    get: (className, id) => asMaster('GET', `/classes/${className}/${id}`),
    find: async (className, query = {}) =>
      (await asMaster('GET', `/classes/${className}`, { query })).results,
    schema: className => asMaster('GET', `/schemas/${className}`),
    define: (className, fields) => asMaster('POST', `/schemas/${className}`, { body: { className, fields } }),
    /** Many objects in few requests. */
    async fill(className, objects) {
      for (let start = 0; start < objects.length; start += 50) {
        const requests = objects
          .slice(start, start + 50)
          .map(body => ({ method: 'POST', path: `/parse/classes/${className}`, body }));
        await asMaster('POST', '/batch', { body: { requests } });
      }
    },
    clear: () => clear(asMaster),
    async sql(text, values = []) {
      const client = new pg.Client({ connectionString: database });
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

/** Takes away what flows make, so that each begins with nothing and can name things plainly. */
async function clear(asMaster) {
  const { results } = await asMaster('GET', '/schemas');
  const names = results.map(({ className }) => className);
  for (const className of names.filter(name => !name.startsWith('_'))) {
    await asMaster('DELETE', `/purge/${className}`);
    await asMaster('DELETE', `/schemas/${className}`);
  }
  for (const className of EMPTIED.filter(name => names.includes(name))) {
    await asMaster('DELETE', `/purge/${className}`);
  }
  const { params } = await asMaster('GET', '/config');
  const gone = Object.keys(params).map(name => [name, { __op: 'Delete' }]);
  if (gone.length) await asMaster('PUT', '/config', { body: { params: Object.fromEntries(gone) } });
  for (const { objectId } of (await asMaster('GET', '/push_audiences')).results) {
    await asMaster('DELETE', `/push_audiences/${objectId}`);
  }
  for (const { objectId } of await asMaster('GET', '/cloud_code/jobs')) {
    await asMaster('DELETE', `/cloud_code/jobs/${objectId}`);
  }
}
