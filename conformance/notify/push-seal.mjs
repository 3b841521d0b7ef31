// What a browser does with a push message (RFC 8291 over RFC 8188), with WebCrypto: nothing is shared with the server.
const { subtle } = globalThis.crypto;
const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const INFO = Buffer.from('WebPush: info\0');
const ONE = Uint8Array.of(1);
const END = Uint8Array.of(0, 1);

export const base64url = bytes => Buffer.from(bytes).toString('base64url');
export const fromBase64url = text => new Uint8Array(Buffer.from(text, 'base64url'));

async function mac(key, ...parts) {
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', imported, Buffer.concat(parts)));
}

/** The keys of a new subscription, or of known ones. */
export async function receiverKeys() {
  const pair = await subtle.generateKey(CURVE, true, ['deriveBits']);
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  return { privateKey: pair.privateKey, publicKey, auth: crypto.getRandomValues(new Uint8Array(16)) };
}

/** The keys of a receiver whose private number is known, as in the examples of the standard. */
export async function knownKeys({ privateKey, publicKey, auth }) {
  const point = fromBase64url(publicKey);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: privateKey,
    x: base64url(point.slice(1, 33)),
    y: base64url(point.slice(33)),
  };
  const imported = await subtle.importKey('jwk', jwk, CURVE, false, ['deriveBits']);
  return { privateKey: imported, publicKey: point, auth: fromBase64url(auth) };
}

/** Opens the body of a message. Rejects when it is not for these keys, or not as the standard wants it. */
export async function openMessage(body, { privateKey, publicKey, auth }) {
  if (body.length < 86 + 17) throw new Error('The message is too short.');
  const salt = body.subarray(0, 16);
  const recordSize = Buffer.from(body).readUInt32BE(16);
  const keyLength = body[20];
  if (keyLength !== 65) throw new Error('The key of the sender is no point of P-256.');
  const sender = body.subarray(21, 86);
  const sealed = body.subarray(86);
  if (sealed.length > recordSize) throw new Error('The message has more than one record.');
  const theirs = await subtle.importKey('raw', sender, CURVE, false, []);
  const shared = new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256));
  const material = await mac(await mac(auth, shared), INFO, publicKey, sender, ONE);
  const extracted = await mac(salt, material);
  const expanded = label => mac(extracted, Buffer.from(label), END);
  const key = (await expanded('Content-Encoding: aes128gcm')).subarray(0, 16);
  const iv = (await expanded('Content-Encoding: nonce')).subarray(0, 12);
  const imported = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const record = new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv }, imported, sealed));
  const end = record.findLastIndex(byte => byte !== 0);
  if (record[end] !== 2) throw new Error('The last record does not end as one.');
  return { text: Buffer.from(record.subarray(0, end)).toString('utf8'), recordLength: record.length };
}

/** The claims of `Authorization: vapid …`, and the key that signed them. Rejects when the signature is wrong. */
export async function vapidClaims(header) {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  if (!token) throw new Error('The request is not signed.');
  const [head, claims, signature] = token.split('.');
  if (JSON.parse(fromJson(head)).alg !== 'ES256') throw new Error('The token is not signed with ES256.');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const imported = await subtle.importKey('raw', fromBase64url(key), algorithm, false, ['verify']);
  const signed = Buffer.from(`${head}.${claims}`);
  const isRight = await subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    imported,
    fromBase64url(signature),
    signed,
  );
  if (!isRight) throw new Error('The signature is wrong.');
  return { key, claims: JSON.parse(fromJson(claims)) };
}

const fromJson = text => Buffer.from(text, 'base64url').toString('utf8');
