import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { OBJECT_ID, answered, eventually, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

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
