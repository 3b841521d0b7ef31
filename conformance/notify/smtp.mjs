// A mail server that takes what it is sent and keeps it: SMTP (RFC 5321) as far as a sender needs it, and the ways in
// which a real one refuses, defers, or dies after it has taken a message.
import { once } from 'node:events';
import { createServer } from 'node:net';

const ADDRESS = /^(?:mail from|rcpt to):\s*<([^<>\s]*)>/i;

/** What is answered to `RCPT TO`, or after the last line of `DATA`, where a fault is asked for. */
const FAULTS = {
  gone: { at: 'rcpt', says: '550 5.1.1 no such mailbox' },
  policy: { at: 'rcpt', says: '550 5.7.26 this mail has no authentication' },
  later: { at: 'rcpt', says: '451 4.7.1 try again later' },
  bad: { at: 'data', says: '554 5.6.0 this is not a message' },
  cut: { at: 'data', says: null },
};

/** One conversation with a sender. */
class Conversation {
  #socket;
  #office;
  #text = '';
  #letter = null;
  #envelope = { from: null, to: [] };

  constructor(socket, office) {
    this.#socket = socket;
    this.#office = office;
    socket.setEncoding('latin1');
    socket.on('error', () => socket.destroy());
    socket.on('data', chunk => this.#hear(chunk));
    this.#say('220 post.test ESMTP');
  }

  #say(line) {
    if (!this.#socket.destroyed) this.#socket.write(`${line}\r\n`);
  }

  #hear(chunk) {
    this.#text += chunk;
    for (let end = this.#text.indexOf('\r\n'); end >= 0; end = this.#text.indexOf('\r\n')) {
      const line = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 2);
      if (this.#letter === null) this.#command(line);
      else if (line === '.') this.#taken();
      else this.#letter.push(line.replace(/^\./, ''));
    }
  }

  #command(line) {
    const verb = line.split(/[ :]/)[0].toUpperCase();
    if (verb === 'EHLO') this.#say('250-post.test\r\n250-8BITMIME\r\n250 SIZE 1048576');
    else if (verb === 'HELO' || verb === 'NOOP') this.#say('250 ok');
    else if (verb === 'RSET') (this.#envelope = { from: null, to: [] }), this.#say('250 ok');
    else if (verb === 'MAIL') this.#from(line);
    else if (verb === 'RCPT') this.#to(line);
    else if (verb === 'DATA') this.#begin();
    else if (verb === 'QUIT') this.#say('221 bye'), this.#socket.end();
    else this.#say('502 5.5.1 not here');
  }

  #from(line) {
    const from = ADDRESS.exec(line)?.[1];
    if (from === undefined) return this.#say('501 5.1.7 that is not an address');
    this.#envelope = { from, to: [] };
    this.#say('250 ok');
  }

  #to(line) {
    const to = ADDRESS.exec(line)?.[1];
    if (!to || this.#envelope.from === null) return this.#say('503 5.5.1 who sends it, and to whom?');
    const fault = this.#office.takeFault('rcpt', to);
    if (fault) return this.#say(fault);
    this.#envelope.to.push(to);
    this.#say('250 ok');
  }

  #begin() {
    if (this.#envelope.to.length === 0) return this.#say('503 5.5.1 to whom?');
    this.#letter = [];
    this.#say('354 go on');
  }

  /** Kept before it is answered: a sender that dies, or is cut off, has sent it all the same. */
  #taken() {
    const [lines, envelope] = [this.#letter, this.#envelope];
    [this.#letter, this.#envelope] = [null, { from: null, to: [] }];
    const fault = this.#office.takeFault('data', envelope.to[0]);
    if (fault) return this.#say(fault);
    for (const to of envelope.to) this.#office.keep({ to, from: envelope.from, raw: lines.join('\r\n') });
    if (fault === null) this.#socket.destroy();
    else this.#say('250 2.0.0 taken');
  }
}

/** Header lines by name in small letters, unfolded. */
function headersOf(head) {
  const all = {};
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) all[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return all;
}

const asBytes = text => Buffer.from(text, 'latin1');

/** The words of a header that RFC 2047 wraps. */
function unwrapped(text) {
  const joined = text.replace(/\?=\s+=\?/g, '?==?');
  return joined.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind, words) => {
    if (kind.toLowerCase() === 'b') return Buffer.from(words, 'base64').toString();
    return quoted(words.replaceAll('_', ' '));
  });
}

function quoted(text) {
  const bytes = text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return asBytes(bytes).toString('utf8');
}

function decoded(headers, body) {
  const encoding = (headers['content-transfer-encoding'] ?? '').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return quoted(body);
  return asBytes(body).toString('utf8');
}

/** The parts of a message by type: `text/plain` and `text/html` are what a reader is shown. */
function partsOf(raw, found = {}) {
  const [head, ...rest] = raw.split('\r\n\r\n');
  const headers = headersOf(head);
  const body = rest.join('\r\n\r\n');
  const type = (headers['content-type'] ?? 'text/plain').split(';')[0].trim().toLowerCase();
  const boundary = /boundary="?([^";]+)"?/i.exec(headers['content-type'] ?? '')?.[1];
  if (boundary) {
    for (const part of body.split(`--${boundary}`).slice(1, -1)) partsOf(part.replace(/^\r\n/, ''), found);
  } else found[type] ??= decoded(headers, body);
  return found;
}

/** A message as a reader sees it. */
export function letterOf({ to, from, raw }) {
  const headers = headersOf(raw.split('\r\n\r\n')[0]);
  const parts = partsOf(raw);
  const text = parts['text/plain'] ?? '';
  return {
    to,
    from,
    raw,
    headers,
    subject: unwrapped(headers.subject ?? ''),
    text,
    html: parts['text/html'] ?? '',
    links: [...new Set(text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [])],
  };
}

/**
 * Opens the post office. `heard` are the letters it took, oldest first; `fault(name, to)` is for the next letter, or
 * for the next one to an address: `gone`, `policy`, `later`, `bad`, or `cut`, which takes it and does not say so.
 */
export async function open() {
  const heard = [];
  const faults = [];
  const sockets = new Set();
  const office = {
    keep: mail => heard.push({ at: Date.now(), ...letterOf(mail) }),
    takeFault(at, to) {
      const index = faults.findIndex(fault => FAULTS[fault.name].at === at && (!fault.to || fault.to === to));
      return index < 0 ? undefined : FAULTS[faults.splice(index, 1)[0].name].says;
    },
  };
  const server = createServer(socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new Conversation(socket, office);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${server.address().port}`,
    heard,
    to: address => heard.filter(letter => letter.to === address),
    fault: (name, to) => faults.push({ name, to }),
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
