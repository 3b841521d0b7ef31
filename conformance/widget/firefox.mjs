// Firefox by WebDriver BiDi: opens pages and evaluates expressions in them.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WITHIN_MS = 60_000;

/** The address that a new Firefox listens on. */
function listening(browser) {
  return new Promise((resolve, reject) => {
    let said = '';
    browser.stderr.on('data', data => {
      said += data;
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    browser.once('error', reject);
    browser.once('exit', code => reject(new Error(`Firefox ended with ${code}: ${said}`)));
  });
}

export async function openFirefox() {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const browser = spawn('firefox-esr', ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  const socket = new WebSocket(`${await listening(browser)}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('Firefox refuses the connection.')), { once: true });
  });
  const waiting = new Map();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (type === 'error') reject?.(new Error(`${error}: ${message}`));
    else resolve?.(result);
  });

  function send(method, params) {
    const id = (last += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} was not answered`)), WITHIN_MS);
      waiting.set(id, {
        resolve: result => (clearTimeout(timer), resolve(result)),
        reject: error => (clearTimeout(timer), reject(error)),
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  }

  await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  const { context } = await send('browsingContext.create', { type: 'tab' });

  return {
    visit: url => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    setSize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    /** The value of an expression, or of its promise, as JSON. */
    async evaluate(expression) {
      const answer = await send('script.evaluate', {
        expression: `Promise.resolve(${expression}).then(value => JSON.stringify(value) ?? 'null')`,
        target: { context },
        awaitPromise: true,
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result.value);
    },
    async picture() {
      const { data } = await send('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async close() {
      const ended = new Promise(resolve => browser.once('exit', resolve));
      socket.close();
      browser.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
