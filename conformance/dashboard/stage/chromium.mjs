// Debian's Chromium: for the flows started once and shared by every file of them.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
// Its own sandbox needs rights that root and CI do not have; the rest keeps it off the network. The tests of the web app
// start it with the same flags.
import chromiumFlags from '../../harness/chromium.json' with { type: 'json' };

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';

function options() {
  if (!existsSync(PROGRAM)) throw new Error(`no browser at ${PROGRAM}; run scripts/setup browser, or set CHROMIUM`);
  return { executablePath: PROGRAM, headless: true, args: chromiumFlags.flags };
}

export async function startChromium() {
  return chromium.launchServer(options());
}

/** A browser for whoever needs no more than one process. */
export async function openBrowser() {
  return chromium.launch(options());
}
