// Whether a server that was started answers requests.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;

/** Whether requests can be sent to a server. Parse Server has no `/ready`. Its `/health` means the same. */
export async function isReady(url) {
  const status = path => fetch(`${url}${path}`).then(answer => answer.status, () => 503);
  const ready = await status('/ready');
  return ready === 200 || (ready !== 503 && (await status('/health')) === 200);
}

/** Waits until the server of a process is ready. */
export async function untilHealthy(url, child, log) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    if (await isReady(url)) return;
    await pause(25);
  }
  const fate = child.exitCode === null ? 'did not become ready' : `ended with ${child.exitCode}`;
  throw new Error(`the server ${fate}; its log, ${log}, ends with:\n${readFileSync(log, 'utf8').slice(-3000)}`);
}
