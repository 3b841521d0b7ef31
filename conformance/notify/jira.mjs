// Jira Cloud as it documents itself, as far as one project and an API token go: issues, comments, transitions, signed webhooks.
import { createHmac, randomUUID } from 'node:crypto';
import { jsonOf, openServer } from './stand-in.mjs';

const CATEGORIES = [['11', 'new'], ['21', 'indeterminate'], ['31', 'done']];
const refusal = (status, message, headers) => ({ status, headers, body: { errorMessages: [message], errors: {} } });

const FAULTS = {
  later: refusal(429, 'Rate limit exceeded.', { 'Retry-After': '1', 'RateLimit-Reason': 'jira-burst-based' }),
  gone: refusal(404, 'Issue does not exist or you do not have permission to see it.'),
  broken: refusal(401, 'Client must be authenticated to access this resource.'),
  bad: { status: 400, body: { errorMessages: [], errors: { summary: 'You must specify a summary of the issue.' } } },
  down: refusal(503, 'Service Unavailable'),
};

class Jira {
  issues = new Map();
  heard = [];

  constructor({ mail, token, project }) {
    Object.assign(this, { basic: `Basic ${Buffer.from(`${mail}:${token}`).toString('base64')}`, project });
  }

  answer({ method, path, headers, body }, fault) {
    if (headers.authorization !== this.basic) return FAULTS.broken;
    const planned = method === 'GET' ? undefined : fault();
    if (FAULTS[planned]) return FAULTS[planned];
    const answered = this.#route(method, path.replace('/rest/api/3', ''), jsonOf(body) ?? {});
    return planned === 'cut' ? { status: 'cut' } : answered;
  }

  #route(method, path, body) {
    if (path === '/myself') return { body: { accountId: 'account-us', displayName: 'Touchstone' } };
    if (path === `/project/${this.project}`) return { body: { name: 'Swap', key: this.project, issueTypes: [{ name: 'Bug' }, { name: 'Task' }] } };
    if (`${method} ${path}` === 'POST /issue') return this.#create(body.fields ?? {});
    if (path === '/search/jql') return { body: { issues: [...this.issues.values()].filter(({ fields }) => fields.labels.some(label => body.jql.includes(`"${label}"`))) } };
    const [, id, part] = /^\/issue\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const issue = this.issues.get(id) ?? [...this.issues.values()].find(({ key }) => key === id);
    if (!issue) return FAULTS.gone;
    if (part === 'transitions') return method === 'GET' ? { body: { transitions: CATEGORIES.map(([way, key]) => ({ id: way, to: { statusCategory: { key } } })) } } : this.#go(issue, body.transition?.id);
    if (part === 'comment') return method === 'GET' ? { body: { comments: issue.comments } } : this.#comment(issue, body);
    return { body: issue };
  }

  #create(fields) {
    if (!fields.summary || fields.project?.key !== this.project || fields.description?.type !== 'doc') return FAULTS.bad;
    const number = this.issues.size + 1;
    const issue = { id: String(10_000 + number), key: `${this.project}-${number}`, comments: [], fields: { ...fields, updated: stamp(), status: { name: 'To Do', statusCategory: { key: 'new' } } } };
    this.issues.set(issue.id, issue);
    this.heard.push({ at: Date.now(), kind: 'issue', number, text: JSON.stringify(issue) });
    return { status: 201, body: { id: issue.id, key: issue.key } };
  }

  #go({ fields }, way) {
    const found = CATEGORIES.find(([id]) => id === way);
    if (!found) return FAULTS.bad;
    Object.assign(fields, { updated: stamp(), status: { name: found[1], statusCategory: { key: found[1] } } });
    return { status: 204, body: '' };
  }

  #comment(issue, { body, properties }) {
    if (body?.type !== 'doc') return FAULTS.bad;
    const comment = { id: String(20_000 + issue.comments.length), body, properties };
    issue.comments.push(comment);
    this.heard.push({ at: Date.now(), kind: 'comment', text: JSON.stringify(body) });
    return { status: 201, body: comment };
  }

  /** A user moves an issue there; gives what Jira tells of it. */
  move(id, category) {
    const issue = this.issues.get(id);
    this.#go(issue, CATEGORIES.find(([, key]) => key === category)[0]);
    return { webhookEvent: 'jira:issue_updated', user: { accountId: 'account-else' }, issue, changelog: { items: [{ field: 'status' }] } };
  }
}

const stamp = () => new Date().toISOString().replace('Z', '+0000');

/** Sends an event as Jira does: signed by `secret`, with another signature, or with none (`null`). */
export async function deliver(address, payload, { secret, signature, delivery = randomUUID() }) {
  const body = JSON.stringify(payload);
  const signed = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'Content-Type': 'application/json', 'X-Atlassian-Webhook-Identifier': delivery };
  if (signature !== null) headers['X-Hub-Signature'] = signature ?? signed;
  return fetch(address, { method: 'POST', headers, body });
}

/** Opens Jira with one project. `fault` is for the next change: `later`, `gone`, `broken`, `bad`, `down`, or `cut`. */
export async function open({ mail, token, project = 'SWP' }) {
  const jira = new Jira({ mail, token, project });
  const { origin, fault, stop } = await openServer((request, planned) => jira.answer(request, planned));
  const { issues, heard } = jira;
  return { url: origin, project, issues, heard, move: (id, category) => jira.move(id, category), deliver, fault, stop };
}
