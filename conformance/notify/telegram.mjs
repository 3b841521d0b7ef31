// Telegram's Bot API as it documents itself: messages of a bot, and updates that it sends to the address it was given.
import { jsonOf, openServer } from './stand-in.mjs';

const refusal = (code, description, parameters) => ({ status: code, headers: parameters?.retry_after ? { 'Retry-After': `${parameters.retry_after}` } : {}, body: { ok: false, error_code: code, description, parameters } });
const done = result => ({ body: { ok: true, result } });

const FAULTS = {
  later: refusal(429, 'Too Many Requests: retry after 1', { retry_after: 1 }),
  gone: refusal(403, 'Forbidden: bot was blocked by the user'),
  broken: refusal(401, 'Unauthorized'),
  down: refusal(502, 'Bad Gateway'),
};

const TAG = /<(\/?)(b|i|u|s|code|pre|a|blockquote)( href="[^"<>]*")?>/g;

/** What is wrong with a text of the kind HTML, if something is. */
function problemOf(text) {
  if (!text) return refusal(400, 'Bad Request: message text is empty');
  const plain = text.replace(TAG, '');
  if (/[<>]|&(?!(amp|lt|gt|quot);)/.test(plain)) return refusal(400, "Bad Request: can't parse entities");
  return [...plain].length > 4096 ? refusal(400, 'Bad Request: message is too long') : undefined;
}

class Telegram {
  heard = [];
  secret = '';
  hook = '';
  #message = 0;
  #update = 1000;

  constructor({ botToken }) {
    this.botToken = botToken;
  }

  answer({ path, body }, fault) {
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
    if (token !== this.botToken) return refusal(401, 'Unauthorized');
    const fields = jsonOf(body) ?? {};
    const known = {
      getme: () => done({ id: 1, is_bot: true, username: 'touchstone_bot', first_name: 'Touchstone' }),
      setwebhook: () => this.#listen(fields),
      deletewebhook: () => done(true),
      getwebhookinfo: () => done({ url: this.hook, pending_update_count: 0 }),
      sendmessage: () => this.#write(fields, fault),
    }[method?.toLowerCase()];
    return known ? known() : refusal(404, 'Not Found');
  }

  #listen({ url, secret_token: secret }) {
    if (!/^[\w-]{1,256}$/.test(secret ?? '')) return refusal(400, 'Bad Request: secret token contains unallowed characters');
    [this.hook, this.secret] = [url, secret];
    return done(true);
  }

  #write({ chat_id: chat, text, parse_mode: mode }, fault) {
    if (!/^-?\d{1,16}$/.test(`${chat}`)) return refusal(400, 'Bad Request: chat not found');
    const problem = mode === 'HTML' ? problemOf(text) : undefined;
    if (problem) return problem;
    const planned = fault();
    if (FAULTS[planned]) return FAULTS[planned];
    this.#message += 1;
    this.heard.push({ at: Date.now(), to: `${chat}`, text });
    return planned === 'cut' ? { status: 'cut' } : done({ message_id: this.#message, chat: { id: Number(chat) }, text });
  }

  /** A user presses *Start* of a link that carries this payload; gives our answer to the update. */
  async press(payload, { id, name }) {
    this.#update += 1;
    const from = { id, is_bot: false, first_name: name };
    const message = { message_id: this.#update, date: Math.floor(Date.now() / 1000), text: `/start ${payload}`, from, chat: { id, type: 'private' } };
    const headers = { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': this.secret };
    return fetch(this.hook, { method: 'POST', headers, body: JSON.stringify({ update_id: this.#update, message }) });
  }
}

/**
 * Opens Telegram for one bot. `heard` are the messages it wrote, `to` a chat; `fault` is for the next message: `later`,
 * `gone`, `broken`, `down`, or `cut`. `hook` and `secret` are the arguments of `setWebhook`.
 */
export async function open(bot) {
  const telegram = new Telegram(bot);
  const { origin, fault, stop } = await openServer((request, planned) => telegram.answer(request, planned));
  return {
    url: origin,
    heard: telegram.heard,
    get hook() {
      return telegram.hook;
    },
    get secret() {
      return telegram.secret;
    },
    press: (payload, person) => telegram.press(payload, person),
    fault,
    stop,
  };
}
