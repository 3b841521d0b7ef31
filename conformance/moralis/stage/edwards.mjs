// Keys of the families that sign with ed25519, by Node's own cryptography.
import { createHash, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import bs58 from 'bs58';
import { keccak256 } from 'viem';

function pair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  return { key, raw: bytes => signBytes(null, bytes, privateKey) };
}

export function solana() {
  const { key, raw } = pair();
  return { address: bs58.encode(key), sign: raw, raw, spell: signature => signature.toString('base64') };
}

function ss58(key, prefix) {
  const body = Buffer.concat([Uint8Array.of(prefix), key]);
  const check = createHash('blake2b512').update('SS58PRE').update(body).digest().subarray(0, 2);
  return bs58.encode(Buffer.concat([body, check]));
}

export function polkadot() {
  const { key, raw } = pair();
  const sign = bytes => raw(Buffer.concat([Buffer.from('<Bytes>'), bytes, Buffer.from('</Bytes>')]));
  const withPrefix = prefix => ss58(key, prefix);
  return { address: withPrefix(42), withPrefix, sign, raw, spell: signature => `0x${signature.toString('hex')}` };
}

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function bech32(prefix, key) {
  const polymod = values =>
    values.reduce((sum, value) => {
      const top = sum >>> 25;
      return GENERATORS.reduce((all, generator, bit) => ((top >> bit) & 1 ? all ^ generator : all), ((sum & 0x1ffffff) << 5) ^ value);
    }, 1);
  const codes = [...prefix].map(letter => letter.charCodeAt(0));
  const head = [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31)];
  const bits = [...key].map(byte => byte.toString(2).padStart(8, '0')).join('');
  const data = bits.match(/.{1,5}/g).map(five => Number.parseInt(five.padEnd(5, '0'), 2));
  const sum = polymod([...head, ...data, 0, 0, 0, 0, 0, 0]) ^ 1;
  const check = [5, 4, 3, 2, 1, 0].map(place => (sum >> (5 * place)) & 31);
  return `${prefix}1${[...data, ...check].map(five => LETTERS[five]).join('')}`;
}

export function multiversx() {
  const { key, raw } = pair();
  const sign = text => {
    const head = Buffer.from(`\x17Elrond Signed Message:\n${text.length}`);
    return raw(keccak256(Buffer.concat([head, text]), 'bytes'));
  };
  return { address: bech32('erd', key), sign, raw, spell: signature => signature.toString('hex') };
}

/** A proof that is right, by one of these keys. */
export async function signedBy(from, family, { address, sign, spell }) {
  const { body } = await from.send('POST', '/functions/walletChallenge', { family, address });
  const { message } = body.result;
  return { family, address, message, signature: spell(sign(Buffer.from(message))) };
}
