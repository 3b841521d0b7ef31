// Signing in with wallets, as the rows of section D do it rightly before they do it wrongly.
import { randomUUID } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from '../moralis/stage/evm.mjs';
import { allowed } from './answers.mjs';

export const ORIGIN = 'https://app.example';
export const UNPROVEN = '404/101';

export const newAccount = () => privateKeyToAccount(generatePrivateKey());

/** One browser: an installation, and where its page came from. */
export function device(server, { origin = ORIGIN, installation = randomUUID(), as, from } = {}) {
  const send = (method, path, body) =>
    server.send(method, path, { body, as, from, installation, headers: origin ? { Origin: origin } : {} });
  return {
    installation,
    send,
    challenge: async (account, more = {}) =>
      send('POST', '/functions/walletChallenge', { family: 'evm', address: account.address, ...more }),
    serverTime: () => send('POST', '/functions/getServerTime', {}),
    signIn: wallet => send('POST', '/users', { authData: { wallet } }),
    link: (id, wallet) => send('PUT', `/users/${id}`, { authData: { wallet } }),
  };
}

/** A proof that is right: a text of the server for this device, signed by the account. */
export async function proof(from, account, more = {}) {
  const { message } = allowed(await from.challenge(account, more)).result;
  return { family: 'evm', address: account.address, message, signature: await account.signMessage({ message }) };
}

/** A user who signed in with a wallet. */
export async function walletUser(server, account = newAccount()) {
  const from = device(server);
  const { objectId, sessionToken } = allowed(await from.signIn(await proof(from, account)));
  server.keepSecret(sessionToken);
  return { id: objectId, token: sessionToken, installation: from.installation, account };
}

/** The text of the old clients. */
export async function legacyProof(server, from, account, { message = 'Moralis Authentication', app = server.keys.appId } = {}) {
  const { dateTime } = allowed(await from.serverTime()).result;
  const data = `${message}\n\nId: ${app}:${dateTime}`;
  return { id: account.address.toLowerCase(), data, signature: await account.signMessage({ message: data }) };
}
