// Section R: missions, their places, what is handed in, and what it pays.
import assert from 'node:assert/strict';
import { allowed, empty, forEach, outcome, refused, unchanged } from '../answers.mjs';
import { fresh } from '../attacked.mjs';
import { programmeOn } from '../programme.mjs';
import { row } from '../row.mjs';

const TABLES = ['Mission', 'Submission', 'PointsEntry'];

/** A survey that can be started. */
async function survey(programme, fields = {}) {
  const { mission } = await programme.run(programme.keeper, 'missionSave', {
    title: `Tell us about a swap ${fresh('')}`,
    brief: 'No right answers.',
    kind: 'survey',
    points: 20,
    steps: [{ id: 'clear', text: 'How clear was it?', type: 'question', required: true, question: { type: 'scale' } }],
    ...fields,
  });
  await programme.run(programme.keeper, 'missionSetState', { mission: mission.id, state: 'live' });
  return mission;
}

async function begun(programme, who, mission) {
  return (await programme.run(who, 'submissionStart', { mission: mission.id })).submission;
}

async function handedIn(programme, who, mission) {
  const { id } = await begun(programme, who, mission);
  await programme.run(who, 'submissionSave', { submission: id, answers: { clear: 4 } });
  return (await programme.run(who, 'submissionSubmit', { submission: id })).submission;
}

row('R362', 'more starts than places', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const mission = await survey(programme, { capacity: 5 });
  const people = await Promise.all(Array.from({ length: 30 }, () => programme.tester()));
  const start = who => programme.ask(who, 'submissionStart', { mission: mission.id });
  const answers = await Promise.all([...people, ...people].map(start));
  for (const answer of answers) assert.ok(['200', '400/142', '429/155', '400/155'].includes(outcome(answer)), answer.text);
  const [{ held, taken }] = await programme.server.sql(
    `SELECT (SELECT count(*) FROM "Submission" WHERE "mission" = $1)::int AS held,
      (SELECT taken FROM _touchstone.mission_places WHERE mission = $1) AS taken`,
    [mission.id]
  );
  assert.deepEqual([held, taken], [5, 5]);
});

row('R363', 'doing or ending what is another user’s', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const mission = await survey(programme);
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const { id } = await begun(programme, ada, mission);
  const { number } = await programme.report(ada);
  await unchanged(programme.server, TABLES, async () => {
    refused(await programme.ask(eve, 'submissionSave', { submission: id, answers: { clear: 1 } }), '404/101', '400/101');
    refused(await programme.ask(eve, 'submissionSubmit', { submission: id }), '404/101', '400/101');
    refused(await programme.ask(eve, 'submissionBlocked', { submission: id, issue: number }), '404/101', '400/101');
    refused(await programme.ask(eve, 'submissionWithdraw', { submission: id }), '404/101', '400/101');
    for (const extra of [{ user: ada.id }, { personId: ada.id }, { as: ada.id }, { attempt: 1 }, { paid: 20 }]) {
      refused(await programme.ask(eve, 'submissionStart', { mission: mission.id, ...extra }), '400/142');
    }
  });
  const own = await begun(programme, eve, mission);
  refused(await programme.ask(eve, 'submissionBlocked', { submission: own.id, issue: number }), '400/142');
  assert.deepEqual([await programme.pointsOf(ada), await programme.pointsOf(eve)], [0, 0]);
});

row('R364', 'writing missions and submissions directly', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const mission = await survey(programme);
  const eve = await programme.tester();
  const { id } = await begun(programme, eve, mission);
  await unchanged(app, TABLES, () =>
    forEach([eve, programme.keeper], async as => {
      const body = { state: 'approved', paid: 200, points: 200, attempt: 1, capacity: 999, user: eve.pointer };
      for (const [Class, objectId] of [['Mission', mission.id], ['Submission', id]]) {
        refused(await app.send('POST', `/classes/${Class}`, { as, body }), '400/119');
        refused(await app.send('PUT', `/classes/${Class}/${objectId}`, { as, body }), '400/119', '404/101');
        refused(await app.send('DELETE', `/classes/${Class}/${objectId}`, { as }), '400/119', '404/101');
      }
    })
  );
  for (const statement of [
    `UPDATE "Submission" SET "state" = 'approved' WHERE "objectId" = '${id}'`,
    `UPDATE "Submission" SET "paid" = 200 WHERE "objectId" = '${id}'`,
    `UPDATE "Mission" SET "points" = 200 WHERE "objectId" = '${mission.id}'`,
  ]) {
    await assert.rejects(app.sql(statement), statement);
  }
});

row('R365', 'what administrators do to missions, as a tester', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const mission = await survey(programme, { review: { mode: 'manual' } });
  const eve = await programme.tester();
  const { id } = await handedIn(programme, eve, mission);
  const calls = {
    missionAdminList: {},
    missionSave: { title: 'A mission of my own', kind: 'survey', points: 200, steps: [] },
    missionSetState: { mission: mission.id, state: 'ended' },
    missionExtend: { mission: mission.id, closesAt: '2030-01-01T00:00:00.000Z', reason: 'for me' },
    missionTexts: { mission: mission.id },
    missionFunnel: { mission: mission.id },
    missionTryCheck: { check: { network: 'x' } },
    submissionQueue: {},
    submissionReview: { submission: id, decision: 'approve' },
    submissionRevoke: { submission: id, reason: 'another user did it better' },
  };
  await unchanged(programme.server, TABLES, async () => {
    for (const [name, params] of Object.entries(calls)) refused(await programme.ask(eve, name, params), '400/119');
  });
  const mate = await programme.appoint(await programme.tester(0));
  const own = await handedIn(programme, mate, mission);
  refused(await programme.ask(mate, 'submissionReview', { submission: own.id, decision: 'approve' }), '400/119');
  await programme.appoint(mate, false);
});

row('R366', 'reading drafts, what others handed in, and what is looked at', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const { mission: draft } = await programme.run(programme.keeper, 'missionSave', {
    title: `A secret of the team ${fresh('')}`,
    kind: 'survey',
    points: 20,
    steps: [{ id: 'a', text: 'Do it', type: 'do', required: true }],
  });
  const mission = await survey(programme, { review: { mode: 'sample', percent: 99 } });
  const { id } = await handedIn(programme, ada, mission);
  refused(await programme.ask(eve, 'missionGet', { mission: draft.id }), '404/101', '400/101');
  refused(await app.send('GET', `/classes/Mission/${draft.id}`, { as: eve }), '404/101');
  refused(await app.send('GET', `/classes/Submission/${id}`, { as: eve }), '404/101');
  const where = { mission: { __type: 'Pointer', className: 'Mission', objectId: mission.id } };
  empty(await app.send('GET', `/classes/Submission?where=${encodeURIComponent(JSON.stringify(where))}&include=user`, { as: eve }));
  const mine = allowed(await app.send('GET', `/classes/Submission/${id}`, { as: ada }));
  for (const field of ['reviewWhy', 'reviewer', 'personId']) assert.ok(!(field in mine), `${field} is shown to its owner`);
  for (const field of ['reviewWhy', 'personId']) {
    const asked = encodeURIComponent(JSON.stringify({ [field]: { $exists: true } }));
    refused(await app.send('GET', `/classes/Submission?where=${asked}`, { as: ada }), '400/119');
  }
  const { mission: seen } = await programme.run(ada, 'missionGet', { mission: mission.id });
  assert.equal(seen.mine.sampled, null);
  assert.ok(!JSON.stringify(seen).includes('seed'));
});

row('R367', 'racing reviews, and points of a mission twice', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const mission = await survey(programme, { review: { mode: 'manual' } });
  const mate = await programme.appoint(await programme.tester(0));
  const ada = await programme.tester();
  const { id } = await handedIn(programme, ada, mission);
  const yes = who => programme.ask(who, 'submissionReview', { submission: id, decision: 'approve' });
  const no = who => programme.ask(who, 'submissionReview', { submission: id, decision: 'reject', note: 'This was not what was asked.' });
  const outcomes = (await Promise.all([yes(programme.keeper), no(mate), yes(mate), no(programme.keeper), yes(mate)])).map(outcome).sort();
  assert.deepEqual(outcomes, ['200', '400/142', '400/142', '400/142', '400/142']);
  const { state } = await programme.server.stored('Submission', id);
  assert.equal(await programme.pointsOf(ada), state === 'approved' ? 20 : 0);
  if (state === 'approved') {
    const take = who => programme.ask(who, 'submissionRevoke', { submission: id, reason: 'It was copied from another user.' });
    const taken = (await Promise.all([take(programme.keeper), take(mate), take(mate)])).map(outcome).sort();
    assert.deepEqual(taken, ['200', '400/142', '400/142']);
    assert.equal(await programme.pointsOf(ada), 0);
  }
  await programme.appoint(mate, false);
  await programme.sound();
});
