// A command that is run until it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A line of `/proc/<pid>/status` about memory, in MiB. 0 if the process has ended. */
export function memoryOf(pid, line = 'VmRSS') {
  try {
    return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Runs a program, with `input` on standard input, and kills it after `withinMs`. Returns its exit code, its standard
 * error as `said` and its standard output as `answer`, how long it took and the most memory it had.
 */
export async function runToEnd(file, args, { env, input, withinMs } = {}) {
  const began = performance.now();
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const child = spawn(file, args, { env, stdio: [stdin, 'pipe', 'pipe'], timeout: withinMs, killSignal: 'SIGKILL' });
  child.stdin?.end(input);
  let [said, answer, peak] = ['', '', 0];
  child.stderr.on('data', chunk => (said += chunk));
  child.stdout.on('data', chunk => (answer += chunk));
  const look = setInterval(() => (peak = Math.max(peak, memoryOf(child.pid, 'VmHWM'))), 20);
  const [code, signal] = await once(child, 'close');
  clearInterval(look);
  return { code, isKilled: signal === 'SIGKILL', said, answer, seconds: (performance.now() - began) / 1000, peak };
}

/** Runs a command of a server binary, which must succeed. */
export async function runWell(file, args, options) {
  const ran = await runToEnd(file, args, options);
  if (ran.code !== 0) throw new Error(`touchstone ${args.join(' ')} ended with ${ran.code}: ${ran.said.slice(-2000)}`);
  return ran;
}
