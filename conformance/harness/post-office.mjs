// A mail server for the servers under test, and a counter where cases ask for what has arrived.
// Touchstone hands mail over by SMTP; Parse Server's adapter, which is ours, brings it to the counter.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';

const WAIT_MS = 15_000;

/** Opens both doors; `smtp` and `counter` are their addresses. */
export async function openPostOffice() {
  const pigeonholes = new Pigeonholes();
  const smtp = createSocketServer(socket => converse(socket, mail => pigeonholes.put(mail)));
  const counter = createHttpServer((request, response) => serve(pigeonholes, request, response));
  for (const server of [smtp, counter]) {
    server.listen(0, '127.0.0.1').unref();
    await once(server, 'listening');
  }
  return {
    smtp: `smtp://127.0.0.1:${smtp.address().port}`,
    counter: `http://127.0.0.1:${counter.address().port}`,
  };
}

/** The mails of an address, in the order in which they came. */
class Pigeonholes {
  #mails = new Map();
  #waiting = new Map();

  put(mail) {
    const waiting = this.#waiting.get(mail.to)?.shift();
    if (waiting) waiting(mail);
    else this.#mails.set(mail.to, [...(this.#mails.get(mail.to) ?? []), mail]);
  }

  async take(to, waitMs) {
    const mail = this.#mails.get(to)?.shift();
    if (mail) return mail;
    return new Promise(resolve => {
      const waiting = this.#waiting.get(to) ?? [];
      this.#waiting.set(to, [...waiting, resolve]);
      setTimeout(() => {
        this.#waiting.set(to, this.#waiting.get(to).filter(other => other !== resolve));
        resolve(null);
      }, waitMs).unref();
    });
  }
}

async function serve(pigeonholes, request, response) {
  const url = new URL(request.url, 'http://counter');
  if (request.method === 'POST') {
    pigeonholes.put(JSON.parse(await text(request)));
    response.end();
    return;
  }
  const wait = Number(url.searchParams.get('wait') ?? WAIT_MS);
  response.end(JSON.stringify(await pigeonholes.take(url.searchParams.get('to'), wait)));
}

async function text(stream) {
  let all = '';
  for await (const part of stream) all += part;
  return all;
}

function converse(socket, deliver) {
  let buffer = '';
  let data = null;
  let to = '';
  const say = line => socket.write(`${line}\r\n`);
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', chunk => {
    buffer += chunk;
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (data !== null) {
        if (line !== '.') {
          data.push(line.replace(/^\./, ''));
          continue;
        }
        deliver({ to, ...read(data) });
        data = null;
        say('250 taken');
      } else if (/^data$/i.test(line)) {
        data = [];
        say('354 go on');
      } else if (/^quit$/i.test(line)) {
        say('221 bye');
        socket.end();
      } else {
        to = line.match(/^rcpt to:\s*<([^>]*)>/i)?.[1] ?? to;
        say(/^(ehlo|helo|mail|rcpt|noop|rset)\b/i.test(line) ? '250 ok' : '502 not here');
      }
    }
  });
  say('220 post office');
}

/** The subject and the plain text of a mail in two parts. */
function read(lines) {
  const raw = lines.join('\r\n');
  const subject = raw.match(/^Subject: (.*(?:\r\n[ \t].*)*)/m)?.[1].replaceAll(/\r\n[ \t]/g, ' ');
  const boundary = raw.match(/boundary="([^"]+)"/)?.[1];
  const plain = raw.split(`--${boundary}`).find(part => /content-type: text\/plain/i.test(part)) ?? raw;
  const [head, ...body] = plain.split('\r\n\r\n');
  return { subject, text: decoded(head, body.join('\r\n\r\n')) };
}

function decoded(head, body) {
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/transfer-encoding: quoted-printable/i.test(head)) return body;
  const bytes = body.replaceAll(/=\r\n/g, '').replaceAll(/=([0-9A-F]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16))
  );
  return Buffer.from(bytes, 'latin1').toString();
}

/** What cases use: the next mail to an address, its link and the token in it. */
export function mailbox(counter) {
  async function ask(to, wait) {
    const query = new URLSearchParams({ to, ...(wait !== undefined && { wait }) });
    return (await fetch(`${counter}/?${query}`)).json();
  }
  return {
    /** The next mail, which must come. */
    async mailTo(to) {
      const mail = await ask(to);
      if (!mail) throw new Error(`no mail to ${to} within ${WAIT_MS} ms`);
      const link = mail.text.match(/https?:\/\/\S+/)[0];
      return { ...mail, link, token: new URL(link).searchParams.get('token') };
    },
    /** Whether nothing has come so far. */
    async hasNoMail(to) {
      return (await ask(to, 0)) === null;
    },
  };
}

/** An adapter for Parse Server that brings its mails to the counter. */
export function mailAdapter(counter) {
  return {
    sendMail: ({ to, subject, text }) =>
      fetch(counter, { method: 'POST', body: JSON.stringify({ to, subject, text }) }),
  };
}
