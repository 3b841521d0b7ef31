// A Touchstone issue at Linear and at Jira: made there once, kept in line both ways, decided by administrators.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '../harness/expectations.mjs';

/** What waits for its next try is tried now: the time that is waited for is not what is tried here. */
const HURRY = [
  `update _touchstone.tracker_work set due_at = now() where done_at is null and state <> 'sending' and due_at > now()`,
  `update _touchstone.tracker t set next_at = now() where next_at > now()
    and not exists (select from _touchstone.tracker_work w where w.tracker = t.id and w.state = 'sending')`,
];

/** An administrator, one issue, and the service it is at. */
class Place {
  constructor(scene, service) {
    Object.assign(this, { scene, service });
  }

  run(name, params) {
    return this.scene.run(name, 'mia', params);
  }

  /** Waits for something to be so, while nothing waits for its next try. */
  soon(isSo, what) {
    return eventually(async () => {
      for (const statement of HURRY) await this.scene.stage.sql(statement);
      return isSo();
    }, what);
  }

  async connect() {
    const { place, token, webhookSecret } = this.service;
    const { tracker } = await this.run('trackerSave', { ...place, token, webhookSecret });
    this.id = tracker.id;
    assert.equal(tracker.state, 'off', 'what was not tested is off');
    const { ok, detail } = await this.run('trackerTest', { id: this.id });
    assert.ok(ok, detail);
  }

  async ours() {
    const { issue, trackers } = await this.run('issueGet', { number: this.number });
    return { status: issue.status, at: trackers.find(({ tracker }) => tracker.id === this.id) };
  }

  get theirs() {
    return this.service.issues(this.number)[0];
  }

  get state() {
    return this.theirs && this.service.state(this.theirs);
  }

  /** The service tells what happened there. */
  tell(payload, options = {}) {
    const address = new URL(`/service-hooks/${this.service.place.kind}/${this.id}`, this.scene.stage.origin);
    return this.service.deliver(address, payload, { secret: this.service.webhookSecret, ...options });
  }

  async proposals() {
    return (await this.run('trackerProposals', { number: this.number })).rows;
  }
}

/** In their order: each begins where the one before ended. */
const CASES = {
  async 'connected and tested, it takes an issue once, also when the first answer is lost'(place) {
    await place.connect();
    place.number = await place.scene.confirmed();
    place.service.fault('cut');
    await place.run('trackerIssueCreate', { number: place.number, tracker: place.id });
    await place.soon(async () => (await place.ours()).at?.phase === 'linked', 'the issue is linked');
    assert.equal(place.service.issues(place.number).length, 1);
  },

  async 'its state follows ours, after the wait that the service asks for'(place) {
    place.service.fault('later');
    await place.run('issueStart', { number: place.number });
    await place.soon(() => place.state === 'started', 'work has begun there');
  },

  async 'a comment goes over once, also when the first answer is lost, and an internal one not at all'(place) {
    const say = (body, internal) => place.run('commentAdd', { number: place.number, body, internal });
    const { comment } = await say('We see it on Arbitrum too.', false);
    const { comment: inside } = await say('Ask the people of the router.', true);
    place.service.fault('cut');
    await place.run('trackerCommentSend', { comment: comment.id });
    const there = () => place.service.comments(place.theirs).filter(text => text.includes('Arbitrum'));
    await place.soon(async () => (await place.ours()).at.comments.every(({ state }) => state === 'done'), 'the comment is noted');
    assert.equal(there().length, 1);
    await assert.rejects(place.run('trackerCommentSend', { comment: inside.id }));
    assert.equal(place.service.comments(place.theirs).length, 1);
  },

  async 'what is not signed by it is refused'(place) {
    const payload = place.service.asOurs(place.service.end(place.theirs));
    for (const signature of [null, 'sha256=00', '00'.repeat(32)]) assert.equal((await place.tell(payload, { signature })).status, 401);
    assert.equal((await place.tell(payload, { secret: 'another secret' })).status, 401);
    assert.deepEqual(await place.proposals(), []);
  },

  async 'what is ended there is proposed here once, however often it is sent'(place) {
    const payload = place.service.end(place.theirs);
    const delivery = randomUUID();
    for (const name of [delivery, delivery, randomUUID()]) assert.equal((await place.tell(payload, { delivery: name })).status, 200);
    const proposals = await place.proposals();
    assert.equal(proposals.length, 1);
    assert.equal(proposals[0].kind, 'fixed');
    assert.equal((await place.ours()).status, 'in_progress', 'a tracker decides nothing');
  },

  async 'a proposal that is refused opens it there again'(place) {
    const [{ id }] = await place.proposals();
    await place.run('trackerProposalDecide', { id, accept: false });
    await place.soon(() => place.state === 'started', 'it is open there again');
  },

  async 'what we did ourselves comes back and changes nothing'(place) {
    await place.run('issueMarkFixed', { number: place.number, build: place.scene.builds[1].id });
    await place.soon(() => place.state === 'done', 'it is done there');
    assert.equal((await place.tell(place.service.asOurs(place.service.end(place.theirs)))).status, 200);
    assert.deepEqual(await place.proposals(), []);
    assert.equal((await place.ours()).status, 'fixed');
  },

  async 'a refused credential stops it, and a test that passes sends what waited'(place) {
    place.service.fault('broken');
    await place.run('issueReopen', { number: place.number, reason: 'We see it again in the build that was to fix it.' });
    const shown = async () => (await place.run('trackerList', {})).rows.find(({ id }) => id === place.id);
    await place.soon(async () => (await shown()).state === 'broken', 'it is stopped');
    assert.equal(place.state, 'done');
    assert.ok((await shown()).waiting > 0, 'its queue is kept');
    assert.ok((await place.run('trackerTest', { id: place.id })).ok);
    await place.soon(() => place.state === 'open', 'it is open there again');
  },
};

/** Runs the cases at each service; gives how many passed and failed. */
export async function trackerCases(scene) {
  const sum = { asDesigned: 0, failed: 0 };
  for (const service of scene.stage.services.otherTrackers.all) {
    const place = new Place(scene, service);
    for (const [title, run] of Object.entries(CASES)) {
      try {
        await run(place);
        sum.asDesigned += 1;
        console.log(`ok      ${service.name}: ${title}`);
      } catch (error) {
        sum.failed += 1;
        console.log(`FAILED  ${service.name}: ${title}\n${error.stack}`);
        // The next begin where this one should have ended.
        break;
      }
    }
  }
  return sum;
}
