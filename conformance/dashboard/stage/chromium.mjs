// Debian's Chromium, started once and shared by every file of flows.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
// Its own sandbox needs rights that root and CI do not have; the rest keeps it off the network.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

export async function startChromium() {
  if (!existsSync(PROGRAM)) {
    throw new Error(`no browser at ${PROGRAM}; run just setup, or set CHROMIUM`);
  }
  return chromium.launchServer({ executablePath: PROGRAM, headless: true, args: FLAGS });
}
