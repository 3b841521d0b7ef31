// The signature of Standard Webhooks 1.0.0, as a receiver makes it.
import { createHmac } from 'node:crypto';

/** The header for this secret, id, time and body. */
export function signatureOf(secret, id, timestamp, body) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
