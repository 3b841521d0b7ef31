// A corner of our Redis that belongs to the attacked server alone, and the attacker's hand in it.
import { execFileSync } from 'node:child_process';

const PORT = process.env.REDIS_PORT ?? '63799';
const CORNER = '9';

export const CACHE = `redis://127.0.0.1:${PORT}/${CORNER}`;

export function redis(...command) {
  return execFileSync('redis-cli', ['-p', PORT, '-n', CORNER, ...command], { encoding: 'utf8' }).trim();
}

/** The names of everything that is kept there. */
export const kept = () => redis('keys', '*').split('\n').filter(Boolean);
