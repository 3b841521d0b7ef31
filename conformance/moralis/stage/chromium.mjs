// Debian's Chromium, started once and shared by every file of flows.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import chromiumFlags from '../../harness/chromium.json' with { type: 'json' };

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export async function startChromium() {
  if (!existsSync(PROGRAM)) throw new Error(`no browser at ${PROGRAM}; run scripts/setup browser, or set CHROMIUM`);
  return chromium.launchServer({ executablePath: PROGRAM, headless: true, args: chromiumFlags.flags });
}
