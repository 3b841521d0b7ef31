// What a file of flows starts with: `flow` declares one, with a page that is signed in and watched.
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { complaintsOf } from './complaints.mjs';
import { pageOf } from './pages.mjs';
import { ADMIN } from './parse-dashboard.mjs';
import { serverAt } from './server.mjs';

const STAGE = process.env.DASHBOARD_STAGE;
if (!STAGE) throw new Error('flows run under conformance/run dashboard, which sets their stage');
const stage = JSON.parse(STAGE);

const SIZE = { width: 1440, height: 900 };
const STEP_MS = 10_000;
const FLOW_MS = 60_000;

export { becomes, until } from './until.mjs';

let browser;
const contexts = new Map();

before(async () => {
  browser = await chromium.connect(stage.browser);
});
after(() => browser?.close());

/** Types a name and a password into the dashboard's own form. */
export async function signIn(page, { user, pass }) {
  await page.goto(`${stage.dashboard}/login`);
  await page.fill('input[name=username]', user);
  await page.fill('input[name=password]', pass);
  await page.click('input[type=submit]');
}

/** Where a user is signed in; one for the whole file, so that the dashboard's code is loaded once. */
async function contextOf(person) {
  if (!contexts.has(person?.user)) {
    const context = await browser.newContext({ viewport: SIZE, timezoneId: 'UTC' });
    context.setDefaultTimeout(STEP_MS);
    contexts.set(person?.user, context);
    if (person) {
      const page = await context.newPage();
      await signIn(page, person);
      await page.waitForURL('**/apps');
      await page.close();
    }
  }
  return contexts.get(person?.user);
}

function photographer(page) {
  mkdirSync(stage.pictures, { recursive: true });
  return name => page.screenshot({ path: join(stage.pictures, `${name}.png`), animations: 'disabled' });
}

/**
 * Declares a flow. `as` is who is signed in, signed out if null; `expected` are the complaints it provokes on
 * purpose; `differs` says why we decided against Parse Server's behaviour, where it is then skipped. It
 * fails when its body does, or when the page complained of anything else.
 */
export function flow(sentence, ...rest) {
  const body = rest.pop();
  const { as = ADMIN, expected = [], differs } = rest[0] ?? {};
  const skip = differs && stage.target === 'parse-server' ? `decided otherwise: ${differs}` : false;
  test(sentence, { skip, timeout: FLOW_MS }, async () => {
    const server = serverAt(stage);
    await server.clear();
    const page = await (await contextOf(as)).newPage();
    const complaints = complaintsOf(page, stage.server, expected);
    const shot = photographer(page);
    try {
      await body({ page, shot, server, dashboard: pageOf(page, stage.dashboard) });
    } catch (error) {
      await shot(`failed-${sentence.replaceAll(/\W+/g, '-')}`).catch(() => undefined);
      if (complaints.length) error.message += `\nand the page complained:\n  ${complaints.join('\n  ')}`;
      throw error;
    } finally {
      await page.close();
    }
    if (complaints.length) throw new Error(`the page complained:\n  ${complaints.join('\n  ')}`);
  });
}
