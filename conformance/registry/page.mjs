// An administrator at the page of contracts and tokens, in a browser that records what it sends.
import { enter } from '../attack/browser.mjs';
import { ADMINISTRATOR } from '../harness/programme.mjs';

const WITHIN_MS = 15_000;

export class Page {
  /** Addresses and bodies of all requests. */
  sent = [];

  static async open(browser, origin, { width = 1440, height = 1000 } = {}) {
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    page.setDefaultTimeout(WITHIN_MS);
    const opened = Object.assign(new Page(), { context, page, origin });
    page.on('request', request => opened.sent.push({ url: request.url(), body: request.postData() ?? '' }));
    await enter(page, origin, ADMINISTRATOR);
    await page.goto(`${origin}/admin/settings/contracts`);
    await page.getByRole('region', { name: 'Import files' }).waitFor();
    return opened;
  }

  get dialog() {
    return this.page.getByRole('dialog', { name: /^Import to/ });
  }

  /** Chooses a folder with all that is in it. */
  async chooseFolder(path) {
    await this.page.getByLabel('Folder', { exact: true }).setInputFiles(path);
    await this.dialog.waitFor();
  }

  async chooseFile(name, value) {
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) };
    await this.page.getByLabel('Files', { exact: true }).setInputFiles(file);
    await this.dialog.waitFor();
  }

  /** The names with ticks. */
  async ticked() {
    const boxes = await this.dialog.getByRole('checkbox', { checked: true }).all();
    return Promise.all(boxes.map(box => box.evaluate(input => input.labels[0].textContent.trim())));
  }

  async save(words) {
    await this.dialog.getByRole('button', { name: words }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  async cancel() {
    await this.dialog.getByRole('button', { name: 'Cancel' }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }
}
