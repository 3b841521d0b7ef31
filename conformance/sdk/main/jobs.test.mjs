import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { OBJECT_ID, answered, eventually, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

const DENIED = { error: 'Permission denied' };

async function ended(id) {
  const isOver = status => status.get('status') !== 'running' && status;
  return eventually(async () => isOver(await Parse.Cloud.getJobStatus(id)), 'the end of the job');
}

async function schedule(fields) {
  const job_schedule = { startAfter: '2099-01-01T00:00:00.000Z', ...fields };
  const answer = await send('POST', '/cloud_code/jobs', { key: 'master', body: { job_schedule } });
  return succeeded(answer, 201).objectId;
}

it('a job is started and answers with the id of its status', async () => {
  const id = await Parse.Cloud.startJob('tally', {});
  assert.match(id, OBJECT_ID);
  assert.notEqual(await Parse.Cloud.startJob('tally', {}), id);
  const status = await Parse.Cloud.getJobStatus(id);
  assert.equal(status.id, id);
  assert.equal(status.get('jobName'), 'tally');
  assert.equal(status.get('source'), 'api');
});

it('a job that returns has succeeded, and its last word is the message', async () => {
  const status = await ended(await Parse.Cloud.startJob('tally', {}));
  assert.equal(status.get('status'), 'succeeded');
  assert.equal(status.get('message'), 'done');
  assert.ok(status.get('finishedAt') >= status.createdAt);
});

it('a job that throws has failed, and says why', async () => {
  const status = await ended(await Parse.Cloud.startJob('breaks', {}));
  assert.equal(status.get('status'), 'failed');
  assert.equal(status.get('message'), 'it broke');
  assert.ok(status.get('finishedAt') >= status.createdAt);
});

it('a job is given the parameters it was started with', async () => {
  const mark = fresh('mark');
  const status = await ended(await Parse.Cloud.startJob('tidyUp', { mark, list: [1, 2] }));
  assert.equal(status.get('status'), 'succeeded');
  assert.equal(status.get('message'), 'all tidy');
  const log = await new Parse.Query('JobLog').equalTo('params.mark', mark).first(MASTER);
  assert.deepEqual(log.get('params'), { mark, list: [1, 2] });
});

it('the jobs there are are listed, with those that are scheduled', async () => {
  const id = await schedule({ jobName: 'tally' });
  const { jobs, in_use } = await Parse.Cloud.getJobsData();
  assert.deepEqual(jobs.toSorted(), ['breaks', 'tally', 'tidyUp']);
  assert.ok(in_use.includes('tally'));
  answered(await send('DELETE', `/cloud_code/jobs/${id}`, { key: 'master' }), 200, {});
  const after = await Parse.Cloud.getJobsData();
  assert.ok(!after.in_use.includes('tally'));
});

it('a job nobody deployed is neither started nor scheduled', async () => {
  await refused(Parse.Cloud.startJob('nobodysJob', {}), 141, 'Invalid job.');
  const body = { job_schedule: { jobName: 'nobodysJob' } };
  const answer = await send('POST', '/cloud_code/jobs', { key: 'master', body });
  assert.equal(answer.body.code, 1);
  const { in_use } = await Parse.Cloud.getJobsData();
  assert.ok(!in_use.includes('nobodysJob'));
});

it('without the master key no job is started, listed or scheduled', async () => {
  const { token } = await person();
  for (const caller of [{}, { token }]) {
    answered(await send('POST', '/jobs/tally', { ...caller, body: {} }), 403, DENIED);
    answered(await send('POST', '/jobs', { ...caller, body: { jobName: 'tally' } }), 403, DENIED);
    answered(await send('GET', '/cloud_code/jobs', caller), 403, DENIED);
    answered(await send('GET', '/cloud_code/jobs/data', caller), 403, DENIED);
    const body = { job_schedule: { jobName: 'tally' } };
    answered(await send('POST', '/cloud_code/jobs', { ...caller, body }), 403, DENIED);
  }
});

it('the read-only master key starts no job', async () => {
  failedWith(await send('POST', '/jobs/tally', { key: 'readOnly', body: {} }), 400, 119);
});

it('the status of a job is nobody’s but the master’s', async () => {
  const id = await Parse.Cloud.startJob('tally', {});
  await ended(id);
  await refused(new Parse.Query('_JobStatus').get(id), 119);
});

it('a status that does not exist is not found', async () => {
  await refused(Parse.Cloud.getJobStatus('nonesuch00'), 101);
});
