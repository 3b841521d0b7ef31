// GitHub as it documents itself, as far as one repository and a token go: issues, comments, states, signed webhooks.
import { createHmac, randomUUID } from 'node:crypto';
import { jsonOf, openServer } from './stand-in.mjs';

const VERSION = /^\d{4}-\d{2}-\d{2}$/;
const refusal = (status, message) => ({ status, body: { message, documentation_url: 'https://docs.github.com/rest' } });

const FAULTS = {
  later: { status: 403, headers: { 'Retry-After': '1' }, body: { message: 'You have exceeded a secondary rate limit.' } },
  gone: refusal(410, 'This issue was deleted'),
  broken: refusal(401, 'Bad credentials'),
  down: refusal(502, 'Server Error'),
};

class GitHub {
  issues = new Map();
  comments = [];
  heard = [];
  #ids = 4_000_000_000;

  constructor({ token, repository }) {
    Object.assign(this, { token, repository });
  }

  answer({ method, path, query, headers, body }, fault) {
    if (!headers['user-agent']) return refusal(403, 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header');
    if (!VERSION.test(headers['x-github-api-version'] ?? '')) return refusal(400, 'no version was named');
    if (headers.authorization !== `Bearer ${this.token}`) return refusal(401, 'Bad credentials');
    const planned = method === 'GET' ? undefined : fault();
    if (FAULTS[planned]) return FAULTS[planned];
    const answered = this.#route(`${method} ${path}`, query, jsonOf(body) ?? {});
    return planned === 'cut' ? { status: 'cut' } : answered;
  }

  #route(asked, query, body) {
    const below = `/repos/${this.repository}`;
    if (asked === 'GET /user') return { body: { id: 1001, login: 'touchstone-team' } };
    if (asked === `GET ${below}`) return { body: { id: 1, full_name: this.repository, has_issues: true } };
    if (asked === `GET ${below}/issues`) return { body: [...this.issues.values()].filter(one => one.created_at >= (query.get('since') ?? '')) };
    if (asked === `POST ${below}/issues`) return this.#create(body);
    const [, method, number, isComment] = /^(\w+) .*\/issues\/(\d+)(\/comments)?$/.exec(asked) ?? [];
    const issue = this.issues.get(Number(number));
    if (!issue) return refusal(404, 'Not Found');
    if (isComment) return method === 'POST' ? this.#comment(issue, body) : { body: this.comments.filter(({ issue: of }) => of === issue.number) };
    return method === 'PATCH' ? this.#change(issue, body) : { body: issue };
  }

  #create({ title, body }) {
    if (!title || body?.length > 65_536) return refusal(422, 'Validation Failed');
    const number = this.issues.size + 1;
    const at = new Date().toISOString();
    const issue = { id: (this.#ids += 1), number, title, body, state: 'open', state_reason: null, created_at: at, updated_at: at, html_url: `https://github.com/${this.repository}/issues/${number}` };
    this.issues.set(number, issue);
    this.heard.push({ at: Date.now(), kind: 'issue', number, text: JSON.stringify(issue) });
    return { status: 201, body: issue };
  }

  #comment({ number }, { body }) {
    const comment = { id: (this.#ids += 1), issue: number, body, created_at: new Date().toISOString() };
    this.comments.push(comment);
    this.heard.push({ at: Date.now(), kind: 'comment', number, text: body });
    return { status: 201, body: comment };
  }

  #change(issue, { state, state_reason: reason }) {
    Object.assign(issue, { state, state_reason: reason, updated_at: new Date().toISOString() });
    return { body: issue };
  }

  /** A user closes an issue there; gives what GitHub tells of it. */
  close(number, reason = 'completed') {
    const issue = this.issues.get(number);
    this.#change(issue, { state: 'closed', state_reason: reason });
    return { action: 'closed', issue, repository: { full_name: this.repository }, sender: { id: 77, login: 'someone' } };
  }
}

/** Sends an event as GitHub does: signed by `secret`, or with another signature, or with none (`null`). */
export async function deliver(address, event, payload, { secret, signature, signedBody, delivery = randomUUID() }) {
  const body = JSON.stringify(payload);
  const signed = `sha256=${createHmac('sha256', secret).update(signedBody ?? body).digest('hex')}`;
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'GitHub-Hookshot/1', 'X-GitHub-Event': event, 'X-GitHub-Delivery': delivery };
  if (signature !== null) headers['X-Hub-Signature-256'] = signature ?? signed;
  return fetch(address, { method: 'POST', headers, body });
}

/** Opens GitHub with one repository. `fault` is for the next change: `later`, `gone`, `broken`, `down`, or `cut`. */
export async function open({ token, repository = 'swap-team/swap' }) {
  const github = new GitHub({ token, repository });
  const { origin, fault, stop } = await openServer((request, planned) => github.answer(request, planned));
  const { issues, heard, comments } = github;
  return { url: origin, repository, issues, comments, heard, close: (number, reason) => github.close(number, reason), fault, stop };
}
