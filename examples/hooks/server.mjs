// Cloud code in JavaScript: a function and two triggers, served by HTTP and registered through /hooks.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const { SERVER_URL, APPLICATION_ID, MASTER_KEY, WEBHOOK_KEY, PORT = '4000' } = process.env;
const cloud = {
  '/functions/hello': ({ params }) => `Hello ${params.name ?? 'world'}`,
  '/triggers/Note/beforeSave': ({ object }) => {
    if (!object.title) throw new Error('a note needs a title');
    return { ...object, slug: object.title.toLowerCase().replaceAll(' ', '-') };
  },
  '/triggers/Note/afterSave': ({ object }) => console.log(`saved ${object.objectId}`),
};

function isOurs({ 'x-touchstone-id': id, 'x-touchstone-time': time, 'x-touchstone-signature': signature }, body) {
  const wanted = createHmac('sha256', WEBHOOK_KEY).update(`${id}.${time}.${body}`).digest();
  const given = Buffer.from(signature ?? '', 'hex');
  return Math.abs(Date.now() - time) < 300_000 && given.length === wanted.length && timingSafeEqual(given, wanted);
}

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  if (!isOurs(request.headers, body)) return response.writeHead(403).end();
  const answer = await Promise.try(cloud[request.url], JSON.parse(body)).then(success => ({ success }), ({ message }) => ({ error: message }));
  response.end(JSON.stringify(answer));
}).listen(PORT, '127.0.0.1');
await once(server, 'listening');

for (const path of Object.keys(cloud)) {
  const [, kind, name, triggerName] = path.split('/');
  const hook = { url: `http://127.0.0.1:${server.address().port}${path}`, ...(triggerName ? { className: name, triggerName } : { functionName: name }) };
  const call = (method, at) => fetch(`${SERVER_URL}/hooks/${at}`, { method, body: JSON.stringify(hook), headers: { 'X-Parse-Application-Id': APPLICATION_ID, 'X-Parse-Master-Key': MASTER_KEY } });
  const { status } = await call('POST', kind);
  if (status !== 200 && !(await call('PUT', path.slice(1))).ok) throw new Error(`${path} was not registered`);
}
console.log('ready');
