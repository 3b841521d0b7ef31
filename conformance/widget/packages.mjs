// Packages that other folders of this repository have installed, and the widget of this tree.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTag } from '../../packages/widget/bundle.ts';

const ROOT = join(import.meta.dirname, '../..');
const requireFrom = folder => createRequire(join(ROOT, folder, 'package.json'));

export const { chromium } = requireFrom('packages')('@playwright/test');
export const { generatePrivateKey, privateKeyToAccount } = requireFrom('conformance/evidence')('viem/accounts');

/** The files of the script tag, by their paths on the server. */
export async function buildWidget() {
  const { rolldown } = await import(requireFrom('packages').resolve('rolldown'));
  const folder = mkdtempSync(join(tmpdir(), 'widget-'));
  try {
    const { start } = await writeTag(rolldown, folder);
    const names = ['v1.js', ...['surface.js', 'panel.js', 'picture.js'].map(name => start.replace('start.js', name))];
    return names.map(name => [`/sdk/${name}`, readFileSync(join(folder, name), 'utf8')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
