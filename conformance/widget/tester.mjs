// A tester at the dapp, in a browser of its own: what they press, and what their browser sends.
import assert from 'node:assert/strict';
import { announceWallet } from './wallet.mjs';

const WITHIN_MS = 10_000;

export class Tester {
  /** Bodies of requests to the widget's interface, oldest first. */
  asked = [];
  /** Violations of the content policy, and errors that the page did not catch. */
  complaints = [];
  /** Answers of the widget's interface that are errors. */
  refused = [];

  static async open(browser, stage, wallet, { width = 1440, scheme = 'light', files } = {}) {
    const tester = new Tester();
    const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: scheme });
    await context.exposeFunction('testWallet', wallet.answer);
    await context.exposeFunction('violated', text => tester.complaints.push(text));
    await context.addInitScript(announceWallet);
    await context.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => window.violated(`${effectiveDirective} ${blockedURI}`))
    );
    for (const [path, body] of files ?? []) {
      await context.route(`**${path}*`, route => route.fulfill({ body, contentType: 'text/javascript', headers: { 'Access-Control-Allow-Origin': '*' } }));
    }
    const page = await context.newPage();
    page.setDefaultTimeout(WITHIN_MS);
    page.on('pageerror', error => tester.complaints.push(error.message));
    page.on('request', request => {
      const [, operation] = /\/widget\/v1\/([^?]*)/.exec(request.url()) ?? [];
      if (operation) tester.asked.push({ operation, text: request.postData() ?? '' });
    });
    page.on('response', async answer => {
      if (answer.url().includes('/widget/v1/') && answer.status() >= 400) tester.refused.push(`${answer.status()} ${await answer.text().catch(String)}`);
    });
    const panel = page.getByRole('dialog', { name: 'Report a problem' });
    const offer = page.getByRole('region', { name: 'Report a problem' });
    return Object.assign(tester, { context, page, stage, wallet, panel, offer, close: () => context.close() });
  }

  /** Opens the dapp and connects. */
  async visit(address = this.stage.dapp) {
    await this.page.goto(address, { waitUntil: 'domcontentloaded' });
    await this.press('Connect wallet');
    await this.page.getByText(/^At least/).waitFor();
  }

  /** Opens the dapp, and waits for the widget too. */
  async visitWithWidget(address) {
    await this.visit(address);
    await this.page.getByRole('button', { name: 'Report a problem' }).waitFor();
  }

  press(name) {
    return this.page.getByRole('main').getByRole('button', { name }).click();
  }

  button(name) {
    return this.panel.getByRole('button', { name, exact: true });
  }

  async failedSwap() {
    await this.press('Swap');
    await this.page.getByRole('main').getByRole('alert').filter({ hasText: /./ }).waitFor();
  }

  async swap() {
    await this.press('Swap');
    await this.page.getByText('Swapped.').waitFor();
  }

  async signIn() {
    await this.button(/^Sign with 0x/).click();
    await this.button('Sign out').waitFor();
  }

  /** Sends the report of the panel; its number, and when it was sent. */
  async send() {
    const at = Date.now();
    await this.button('Send').click();
    return { number: await this.#sent(this.panel), at };
  }

  /** One press in the offer. */
  async sendNow() {
    const at = Date.now();
    await this.offer.getByRole('button', { name: 'Send now' }).click();
    return { number: await this.#sent(this.offer), at };
  }

  async #sent(place) {
    const said = place.getByText(/^Sent as #\d+$/);
    await said.waitFor().catch(() => assert.fail(`not sent: ${this.refused.at(-1)}\n${this.asked.at(-1).text}`));
    return Number((await said.textContent()).match(/\d+/)[0]);
  }

  /** The data of each part that the panel lists, by its name, as the tester reads it there. */
  async listed() {
    const parts = {};
    for (const details of await this.panel.locator('details').all()) {
      const summary = details.locator('summary');
      await summary.click();
      const name = (await summary.evaluate(it => it.firstChild.textContent)).trim();
      // It is written in a task of its own.
      const data = details.locator('pre').filter({ hasText: /./ });
      parts[name] = JSON.parse(await data.textContent());
      await summary.click();
    }
    return parts;
  }

  lastBody(operation) {
    const found = this.asked.findLast(asked => asked.operation === operation);
    assert.ok(found, `${operation} was not asked`);
    return JSON.parse(found.text);
  }
}
