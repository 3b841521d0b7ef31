// Calls at a fixed rate, whether or not the answers come: what waits in line counts as waiting.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });

/** One call as the app makes it, with a request id of its own; gives the status and the code of a refusal. */
function call(programme, name, params, token) {
  const body = JSON.stringify(params);
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${programme.url}/functions/${name}`,
      {
        method: 'POST',
        agent,
        headers: {
          ...programme.headers,
          'X-Parse-Session-Token': token,
          'X-Parse-Request-Id': randomUUID(),
          'Content-Length': Buffer.byteLength(body),
        },
      },
      async answer => {
        let text = '';
        for await (const chunk of answer) text += chunk;
        resolve({ status: answer.statusCode, text });
      }
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** One call whose answer is needed. */
export async function ask(programme, name, params, token) {
  const { status, text } = await call(programme, name, params, token);
  if (status !== 200) throw new Error(`${name} was answered with ${status} ${text.slice(0, 300)}`);
  return JSON.parse(text).result;
}

/** Calls `rate` times a second for so many seconds; `next(n)` gives name, params and token of the nth call. */
export async function drive(programme, rate, seconds, next) {
  const times = [];
  const problems = new Map();
  const pending = new Set();
  const count = Math.round(rate * seconds);
  const began = performance.now();
  for (let number = 0; number < count; number++) {
    const due = began + (number * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    const { name, params, token } = next(number);
    const done = call(programme, name, params, token)
      .then(({ status, text }) => {
        times.push(performance.now() - due);
        if (status !== 200) problems.set(text.slice(0, 160), (problems.get(text.slice(0, 160)) ?? 0) + 1);
      })
      .catch(error => problems.set(error.message, (problems.get(error.message) ?? 0) + 1))
      .finally(() => pending.delete(done));
    pending.add(done);
  }
  await Promise.all(pending);
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = share => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const errors = [...problems.values()].reduce((sum, one) => sum + one, 0);
  return { asked: rate, rate: count / took, p50: at(0.5), p99: at(0.99), errors, problems: [...problems], times };
}
