// The unmodified parse-dashboard as a process of its own, pointed at one server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { KEYS } from '../../harness/configurations.mjs';

const PROGRAM = join(import.meta.dirname, '../node_modules/parse-dashboard/bin/parse-dashboard');
const READY_WITHIN_MS = 60_000;

export const APP = 'Touchstone';
/** The class in which the dashboard keeps what it remembers, on the server that it shows. */
export const PREFERENCES = 'DashboardConfig';
export const ADMIN = { user: 'admin', pass: 'the-password-of-the-admin' };
export const READER = { user: 'reader', pass: 'the-password-of-the-reader', readOnly: true };

function configuration(serverURL) {
  return {
    apps: [
      {
        serverURL,
        appId: KEYS.appId,
        masterKey: KEYS.masterKey,
        readOnlyMasterKey: KEYS.readOnlyMasterKey,
        maintenanceKey: KEYS.maintenanceKey,
        appName: APP,
        enableSecurityChecks: true,
        config: { className: PREFERENCES },
      },
    ],
    users: [ADMIN, READER],
  };
}

/** It says by itself where it listens, once it does. */
async function spokenAddress(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = line.match(/available at http:\/\/[^/]*:(\d+)\//) ?? [];
    if (port) return `http://127.0.0.1:${port}`;
  }
  throw new Error(`parse-dashboard ended with ${child.exitCode} before it listened`);
}

/** Starts it and returns its address and the way to stop it. */
export async function startDashboard(serverURL) {
  const child = spawn(process.execPath, [PROGRAM, '--host', '127.0.0.1', '--port', '0'], {
    env: { ...process.env, PARSE_DASHBOARD_CONFIG: JSON.stringify(configuration(serverURL)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').catch(() => undefined);
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const late = AbortSignal.timeout(READY_WITHIN_MS);
  const tooLate = once(late, 'abort').then(() => {
    throw new Error('parse-dashboard did not listen in a minute');
  });
  try {
    return { address: await Promise.race([spokenAddress(child), tooLate]), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
