// Linear and Jira, each behind the same few words: how it is connected, what stands there, and what a user does there.
import { randomBytes } from 'node:crypto';
import { deliver as deliverLinear, open as openLinear } from './linear.mjs';
import { deliver as deliverJira, open as openJira } from './jira.mjs';

const secret = () => randomBytes(20).toString('hex');
/** Whether a text leads to a Touchstone issue. */
const leadsTo = (text, number) => new RegExp(`/issues/${number}\\b`).test(text);

async function linear() {
  const token = `lin_api_${secret()}`;
  const service = await openLinear({ token });
  const MEANING = { started: 'started', completed: 'done', canceled: 'done', duplicate: 'done' };
  return {
    name: 'Linear',
    token,
    urls: { linear: service.url },
    place: { kind: 'linear', name: 'Linear', project: service.team },
    fault: service.fault,
    stop: service.stop,
    issues: number => [...service.issues.values()].filter(({ description }) => leadsTo(description, number)),
    comments: ({ id, identifier }) => [...service.comments.values()].filter(({ issueId }) => issueId === id || issueId === identifier).map(({ body }) => body),
    state: ({ state }) => MEANING[state.type] ?? 'open',
    /** A user ends an issue there. */
    end: ({ id }) => service.move(id, 'completed'),
    /** What the service tells of a move as if we had made it. */
    asOurs: payload => ({ ...payload, actor: { ...payload.actor, id: 'user-us' } }),
    deliver: deliverLinear,
  };
}

async function jira() {
  const [mail, token] = ['bot@team.example', secret()];
  const service = await openJira({ mail, token });
  const MEANING = { indeterminate: 'started', done: 'done' };
  return {
    name: 'Jira',
    token,
    urls: {},
    place: { kind: 'jira', name: 'Jira', project: service.project, site: service.url, mail, issueType: 'Bug' },
    fault: service.fault,
    stop: service.stop,
    issues: number => [...service.issues.values()].filter(({ fields }) => leadsTo(JSON.stringify(fields.description), number)),
    comments: ({ comments }) => comments.map(({ body }) => JSON.stringify(body)),
    state: ({ fields }) => MEANING[fields.status.statusCategory.key] ?? 'open',
    end: ({ id }) => service.move(id, 'done'),
    asOurs: payload => ({ ...payload, user: { accountId: 'account-us' } }),
    deliver: deliverJira,
  };
}

export class OtherTrackers {
  static async open() {
    const trackers = new OtherTrackers();
    trackers.all = (await Promise.all([linear(), jira()])).map(one => ({ ...one, webhookSecret: secret() }));
    return trackers;
  }

  get urls() {
    return Object.assign({}, ...this.all.map(({ urls }) => urls));
  }

  get secrets() {
    return this.all.flatMap(({ token, webhookSecret }) => [token, webhookSecret]);
  }

  stop() {
    for (const { stop } of this.all) stop();
  }
}
