// A mail server that keeps what it is sent, speaking as much SMTP as a client needs.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { eventually } from '../harness/expectations.mjs';

function talk(socket, keep) {
  let text = '';
  let mail = { to: [] };
  let isBody = false;
  const say = line => socket.write(`${line}\r\n`);
  say('220 mailbox');
  socket.on('error', () => {});
  socket.on('data', chunk => {
    text += chunk.toString('utf8');
    for (;;) {
      const end = isBody ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
      if (end < 0) return;
      const part = text.slice(0, end);
      text = text.slice(end + (isBody ? 5 : 2));
      if (isBody) {
        keep({ ...mail, raw: part });
        [mail, isBody] = [{ to: [] }, false];
        say('250 kept');
        continue;
      }
      const verb = part.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') say('250 mailbox');
      else if (verb === 'MAIL') (mail.from = part), say('250 ok');
      else if (verb === 'RCPT') mail.to.push(part.match(/<(.*)>/)?.[1]), say('250 ok');
      else if (verb === 'DATA') (isBody = true), say('354 go on');
      else if (verb === 'QUIT') say('221 bye'), socket.end();
      else say('250 ok');
    }
  });
}

/** Undoes quoted-printable, so that links can be read. */
function readable(raw) {
  return raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

/** Starts the mail server. `for(address)` waits for the next mail to it. */
export async function mailbox() {
  const mails = [];
  const server = createServer(socket => talk(socket, mail => mails.push({ ...mail, text: readable(mail.raw) })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const to = address => mails.filter(mail => mail.to.includes(address));
  return {
    port: server.address().port,
    mails,
    to,
    /** The mail number `count` to this address. */
    next: (address, count = 1) => eventually(() => to(address)[count - 1], `mail ${count} to ${address}`, 15_000),
    stop: () => new Promise(resolve => server.close(resolve)),
  };
}
