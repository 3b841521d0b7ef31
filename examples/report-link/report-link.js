// A link to the report form of Touchstone, filled in with a failure.

/** The longest text of an error that a link carries, in characters. */
const LONGEST_ERROR = 2000;

/** The code, the message and the revert data of an error, and nothing else that a library has put into it. */
export function errorText(error) {
  const inner = error?.data?.originalError ?? error?.info?.error ?? error?.cause ?? error;
  const { code, data } = inner ?? {};
  const message = String(inner?.shortMessage ?? inner?.message ?? error);
  const isRevertData = /^0x([0-9a-f]{2}){4,512}$/i.test(data);
  return JSON.stringify({ code, message: message.slice(0, 600), ...(isRevertData && { data }) }).slice(0, LONGEST_ERROR);
}

/** `server` is the address of the app, such as https://beta.example.org; every part of a failure may be missing. */
export function reportLink(server, { hash, chainId, build, error } = {}) {
  const link = new URL('/issues/new', server);
  const parts = { tx: hash, chain: chainId, build, error: error && errorText(error) };
  for (const [name, value] of Object.entries(parts)) if (value) link.searchParams.set(name, value);
  return link.href;
}
