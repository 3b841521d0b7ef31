// The dashboard as a picture: a page of our own reads dashboard.json and asks Prometheus, in a real browser.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DASHBOARD } from './names.mjs';
import { openBrowser } from '../dashboard/stage/chromium.mjs';

const PICTURE = join(import.meta.dirname, '../../docs/pictures/watch.png');
const FILES = {
  '/': ['page.html', 'text/html'],
  '/draw.js': ['draw.js', 'text/javascript'],
  '/dashboard.json': [DASHBOARD, 'application/json'],
};

async function served() {
  const server = createServer((request, answer) => {
    const [file, type] = FILES[new URL(request.url, 'http://here').pathname] ?? [];
    if (!file) return answer.writeHead(404).end();
    answer.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` });
    answer.end(readFileSync(file.startsWith('/') ? file : join(import.meta.dirname, file)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Draws what Prometheus knows of the last `seconds`, without what drawing does to the machine. */
export async function draw(stage, seconds) {
  const end = Math.floor(Date.now() / 1000) - 5;
  const server = await served();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1720, height: 1000 }, colorScheme: 'dark' });
    const problems = [];
    page.on('pageerror', error => problems.push(String(error)));
    const asked = new URLSearchParams({ prometheus: stage.prometheus, seconds: String(seconds), end: String(end) });
    await page.goto(`http://127.0.0.1:${server.address().port}/?${asked}`);
    await page.waitForSelector('body[data-is-drawn="true"]', { timeout: 60_000 }).catch(error => {
      throw new Error(`${error.message}\n${problems.join('\n')}`);
    });
    await page.screenshot({ path: PICTURE, fullPage: true });
    return `docs/pictures/watch.png, ${await page.locator('section.panel').count()} panels`;
  } finally {
    await browser.close();
    server.close();
  }
}
