// Debian's Chromium: for the flows started once and shared by every file of them.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
// The shell alone: the whole browser draws its own window beside every page, which takes half of the processor. Its
// sandbox needs rights that root and CI do not have; the other flags keep it off the network. The tests of the web app
// start it the same way.
import chromiumOptions from '../../harness/chromium.json' with { type: 'json' };

const PROGRAM = process.env.CHROMIUM ?? chromiumOptions.program;

function options() {
  if (!existsSync(PROGRAM)) throw new Error(`no browser at ${PROGRAM}; run scripts/setup browser, or set CHROMIUM`);
  return { executablePath: PROGRAM, headless: true, args: chromiumOptions.flags };
}

export async function startChromium() {
  return chromium.launchServer(options());
}

/** A browser for callers that need no more than one process. */
export async function openBrowser() {
  return chromium.launch(options());
}
