// Unique names: cases share a server, so each brings its own classes, users and roles.
import { randomBytes } from 'node:crypto';

export function fresh(stem = 'Thing') {
  return stem + randomBytes(6).toString('hex');
}
