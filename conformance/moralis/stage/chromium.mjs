// Debian's Chromium, started once and shared by every file of flows.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import chromiumOptions from '../../harness/chromium.json' with { type: 'json' };

const PROGRAM = process.env.CHROMIUM ?? chromiumOptions.program;

export async function startChromium() {
  if (!existsSync(PROGRAM)) throw new Error(`no browser at ${PROGRAM}; run scripts/setup browser, or set CHROMIUM`);
  return chromium.launchServer({ executablePath: PROGRAM, headless: true, args: chromiumOptions.flags });
}
