// A wallet that signs in as those of Solana do, by Node's own cryptography.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const FAMILY = 'solana';
/** The site whose visitors sign in. */
export const ORIGIN = 'https://app.example';

function base58(bytes) {
  let [value, text] = [BigInt(`0x${bytes.toString('hex')}`), ''];
  for (; value > 0n; value /= 58n) text = LETTERS[Number(value % 58n)] + text;
  const zeros = bytes.findIndex(byte => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

export class Wallet {
  #key;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    this.#key = privateKey;
    this.address = base58(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  }

  /** A text of the server, signed; `signIn` shows it to a node. */
  async proof(node) {
    const options = { installation: randomUUID(), headers: { Origin: ORIGIN } };
    const { body, text } = await node.send('POST', '/functions/walletChallenge', { ...options, body: { family: FAMILY, address: this.address } });
    const message = body?.result?.message;
    if (!message) throw new Error(`no text to sign was given: ${text}`);
    const wallet = { family: FAMILY, address: this.address, message, signature: sign(null, Buffer.from(message), this.#key).toString('base64') };
    return { signIn: to => to.send('POST', '/users', { ...options, body: { authData: { wallet } } }) };
  }
}
