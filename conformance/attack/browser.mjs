// A real browser on the app, for the attacks that only a browser can try.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 15_000;
const MARK = 'hacked';

/** What a script of a stranger would do, if one could run. */
export const SCRIPT = `window.${MARK}=true`;
export const IMAGE = `<img src=x onerror="${SCRIPT}">`;

let opening;

/** The browser, opened by the first row that needs it; it ends with the process. */
async function browser() {
  opening ??= import('../dashboard/stage/chromium.mjs').then(({ openBrowser }) => openBrowser());
  return opening;
}

/** Runs `work` with a fresh page, then looks whether a script of a stranger has run or a cookie was set. */
export async function visit(work) {
  const context = await (await browser()).newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_MS);
    const asked = [];
    page.on('request', request => asked.push(request.url()));
    page.on('dialog', dialog => dialog.dismiss());
    const result = await work(page, { context, asked });
    for (const open of context.pages()) {
      assert.equal(await open.evaluate(mark => window[mark], MARK).catch(() => undefined), undefined, 'a script of a stranger has run');
    }
    assert.deepEqual(await context.cookies(), [], 'the app has set a cookie');
    return result;
  } finally {
    await context.close();
  }
}

/** Signs a user in by the form, as they would. */
export async function enter(page, origin, { username, password }) {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

/** The violations of the content policy that `work` causes in the page. */
export async function violations(page, work) {
  await page.evaluate(() => {
    window.violated = [];
    document.addEventListener('securitypolicyviolation', event => window.violated.push(`${event.effectiveDirective} ${event.blockedURI}`));
  });
  await work();
  const deadline = performance.now() + STEP_MS;
  while (performance.now() < deadline) {
    const seen = await page.evaluate(() => window.violated);
    if (seen.length > 0) return seen;
    await pause(50);
  }
  return [];
}
