// Plays one scenario against one server and keeps the answers as they came.

import http from 'node:http';
import { mailbox } from '../harness/post-office.mjs';

const UNTIL_DEADLINE_MS = 5_000;
const REQUEST_DEADLINE_MS = 20_000;
// Parse Server cuts the connection after an unexpected error, so none is used twice.
const agent = new http.Agent({ keepAlive: false });

export async function play(scenario, server) {
  const kept = {};
  const answers = [];
  for (const step of scenario.steps) {
    const answer = await ask(step, kept, server);
    if (!server.isRunning) {
      throw new Error(`${server.name} ended while "${scenario.name}" ran. Its log is ${server.log}.`);
    }
    if (step.keptAs) kept[step.keptAs] = answer.body;
    answers.push(answer);
    if (step.method !== 'GET') await nextMillisecond();
  }
  return answers;
}

async function ask(step, kept, server) {
  const deadline = Date.now() + UNTIL_DEADLINE_MS;
  if (step.method === 'MAIL') return received(filled(step.path, kept), server);
  const message = addressed(step, kept, server);
  for (;;) {
    const answer = await send(message, server);
    if (!step.condition || meets(step.condition, answer.body) || Date.now() > deadline) {
      return answer;
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

async function received(address, server) {
  try {
    const { to, subject, text, token, link } = await mailbox(server.post).mailTo(address);
    const said = text.slice(0, text.indexOf(link) + link.length).replaceAll('\r\n', '\n');
    return { status: 'mail', headers: {}, body: { to, subject, text: said, token } };
  } catch (error) {
    return broken(error);
  }
}

function meets(condition, body) {
  try {
    return Boolean(condition(body));
  } catch {
    return false;
  }
}

function addressed(step, kept, server) {
  const fill = value => filled(value, kept);
  const query = Object.entries(step.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(written(fill(value)))}`)
    .join('&');
  const path = fill(step.path) + (query ? `?${query}` : '');
  const body = step.body === undefined ? undefined : written(fill(step.body));
  const headers = fill(step.headers);
  if (body !== undefined && !Object.keys(headers).some(name => /^content-type$/i.test(name))) {
    headers['Content-Type'] = 'application/json';
  }
  return { method: step.method, path: server.mount + path, headers, body };
}

const written = value => (typeof value === 'string' ? value : JSON.stringify(value));

/** Puts kept values in place of `{{name.path}}`; a string that is only that becomes the value itself. */
function filled(template, kept) {
  if (typeof template === 'string') {
    const whole = /^\{\{([^}]+)\}\}$/.exec(template);
    if (whole) return looked(whole[1], kept);
    return template.replace(/\{\{([^}]+)\}\}/g, (_, path) => written(looked(path, kept)));
  }
  if (Array.isArray(template)) return template.map(item => filled(item, kept));
  if (template && typeof template === 'object') {
    return Object.fromEntries(
      Object.entries(template).map(([key, value]) => [filled(key, kept), filled(value, kept)])
    );
  }
  return template;
}

function looked(path, kept) {
  const value = path.split('.').reduce((inner, key) => inner?.[key], kept);
  // The request goes out all the same, so that both servers' answers to it can be seen.
  return value === undefined ? 'missing' : value;
}

function send({ method, path, headers, body }, server) {
  return new Promise(resolve => {
    const message = http.request(
      { host: '127.0.0.1', port: server.port, method, path, headers, agent },
      response => {
        const chunks = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('error', error => resolve(broken(error)));
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            body: read(Buffer.concat(chunks).toString('utf8')),
          })
        );
      }
    );
    message.setTimeout(REQUEST_DEADLINE_MS, () =>
      message.destroy(new Error(`no answer in ${REQUEST_DEADLINE_MS / 1000} s`))
    );
    message.on('error', error => resolve(broken(error)));
    message.end(body);
  });
}

const broken = error => ({ status: 'no answer', headers: {}, body: error.message });

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An update in the same millisecond as the creation could not be distinguished from no update at all. */
async function nextMillisecond() {
  const now = Date.now();
  while (Date.now() <= now + 1) await new Promise(resolve => setTimeout(resolve, 1));
}
