// Linear as it documents itself, as far as one team and a key go: issues under ids of the caller, comments, states, signed webhooks.
import { createHmac, randomUUID } from 'node:crypto';
import { jsonOf, openServer } from './stand-in.mjs';

const STATES = ['triage', 'backlog', 'unstarted', 'started', 'completed', 'canceled', 'duplicate'].map((type, position) => ({ id: `state-${type}`, name: type, type, position }));
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const refusal = (type, message, code) => ({ body: { errors: [{ message, path: [], extensions: { type, code, userError: true, userPresentableMessage: message } }] } });

const FAULTS = {
  later: { ...refusal('ratelimited', 'Rate limit exceeded', 'RATELIMITED'), status: 400, headers: { 'Retry-After': '1', 'X-RateLimit-Requests-Remaining': '0' } },
  broken: refusal('authentication error', 'Authentication required'),
  bad: refusal('invalid input', 'Argument validation error'),
  down: { status: 503, body: 'upstream connect error' },
};

class Linear {
  issues = new Map();
  comments = new Map();
  heard = [];

  constructor({ token, team }) {
    Object.assign(this, { token, team });
  }

  answer({ method, path, headers, body }, fault) {
    if (`${method} ${path}` !== 'POST /graphql') return { status: 404, body: 'Not Found' };
    const expected = this.token.startsWith('lin_api_') ? this.token : `Bearer ${this.token}`;
    if (headers.authorization !== expected) return { ...FAULTS.broken, status: 401 };
    const { query, variables } = jsonOf(body) ?? {};
    if (!query) return { ...refusal('graphql error', 'no query'), status: 400 };
    const planned = query.startsWith('mutation') ? fault() : undefined;
    if (FAULTS[planned]) return FAULTS[planned];
    const answered = this.#run(query, variables);
    return planned === 'cut' ? { status: 'cut' } : answered;
  }

  #run(query, { team, id, input } = {}) {
    if (query.includes('viewer')) return team === this.team ? { body: { data: { viewer: { id: 'user-us', name: 'Touchstone' }, team: { id: team, name: 'Swap', states: { nodes: STATES } } } } } : refusal('invalid input', 'Entity not found: Team');
    if (query.includes('issueCreate')) return this.#create(input);
    if (query.includes('issueUpdate')) return this.#update(id, input);
    if (query.includes('commentCreate')) return this.#comment(input);
    if (query.includes('attachmentCreate')) return { body: { data: { attachmentCreate: { success: true, attachment: { id: randomUUID() } } } } };
    const [name, found] = query.includes('comment(') ? ['comment', this.comments.get(id)] : ['issue', this.#find(id)];
    return found ? { body: { data: { [name]: found } } } : refusal('invalid input', `Entity not found: ${name}`);
  }

  #find(id) {
    return this.issues.get(id) ?? [...this.issues.values()].find(({ identifier }) => identifier === id);
  }

  #create({ id, teamId, title, description }) {
    if (!UUID.test(id) || teamId !== this.team || !title) return FAULTS.bad;
    if (this.issues.has(id)) return refusal('invalid input', 'Entity with this id already exists');
    const number = this.issues.size + 1;
    const issue = { id, identifier: `SWP-${number}`, number, title, description, url: `https://linear.app/swap/issue/SWP-${number}`, updatedAt: new Date().toISOString(), state: STATES[1] };
    this.issues.set(id, issue);
    this.heard.push({ at: Date.now(), kind: 'issue', number, text: JSON.stringify(issue) });
    return { body: { data: { issueCreate: { success: true, issue } } } };
  }

  #update(id, { stateId }) {
    const issue = this.#find(id);
    const state = STATES.find(one => one.id === stateId);
    if (!issue || !state) return refusal('invalid input', 'Entity not found: Issue');
    Object.assign(issue, { state, updatedAt: new Date().toISOString() });
    return { body: { data: { issueUpdate: { success: true, issue } } } };
  }

  #comment({ id, issueId, body }) {
    if (!UUID.test(id) || !this.#find(issueId)) return FAULTS.bad;
    if (this.comments.has(id)) return refusal('invalid input', 'Entity with this id already exists');
    this.comments.set(id, { id, issueId, body });
    this.heard.push({ at: Date.now(), kind: 'comment', text: body });
    return { body: { data: { commentCreate: { success: true, comment: { id } } } } };
  }

  /** A user moves an issue there; gives what Linear tells of it. */
  move(id, type) {
    const issue = this.#find(id);
    const before = issue.state.id;
    this.#update(id, { stateId: `state-${type}` });
    return { action: 'update', type: 'Issue', actor: { id: 'user-else', type: 'user', name: 'someone' }, data: { ...issue, stateId: issue.state.id }, updatedFrom: { stateId: before } };
  }
}

/** Sends an event as Linear does, at `at`: signed by `secret`, with another signature, or with none (`null`). */
export async function deliver(address, payload, { secret, signature, at = Date.now(), delivery = randomUUID() }) {
  const body = JSON.stringify({ ...payload, webhookTimestamp: at });
  const signed = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Linear-Webhook', 'Linear-Event': payload.type, 'Linear-Delivery': delivery, 'Linear-Timestamp': String(at) };
  if (signature !== null) headers['Linear-Signature'] = signature ?? signed;
  return fetch(address, { method: 'POST', headers, body });
}

/** Opens Linear with one team. `fault` is for the next change: `later`, `broken`, `bad`, `down`, or `cut`. */
export async function open({ token, team = 'team-swap' }) {
  const linear = new Linear({ token, team });
  const { origin, fault, stop } = await openServer((request, planned) => linear.answer(request, planned));
  const { issues, comments, heard } = linear;
  return { url: `${origin}/graphql`, team, issues, comments, heard, move: (id, type) => linear.move(id, type), deliver, fault, stop };
}
