import {
  FAILS_INSIDE,
  JOB_PARAMETERS,
  SCHEDULED_NAME,
  SCHEDULE_ANSWER,
  SCHEDULE_IS_UPDATED,
} from '../reasons.mjs';

const LATER = '2099-01-01T00:00:00.000Z';

/** The status of one run, as Parse Server tells it. */
const run = (jobName, status, message, id = '<id 1>') => ({
  ACL: {},
  createdAt: '<now>',
  finishedAt: { __type: 'Date', iso: '<now>' },
  jobName,
  message,
  objectId: id,
  source: 'api',
  status,
});

const told = (scenario, step, runs) => ({
  scenario,
  step,
  reason: JOB_PARAMETERS,
  parseServer: { body: { results: runs.map(([status]) => status) } },
  ours: { body: { results: runs.map(([status, params]) => ({ ...status, params })) } },
});

const asked = jobName => `GET /classes/_JobStatus where={"jobName":"${jobName}"} as master key`;

const inside = (scenario, step, code, error) => ({
  scenario,
  step: `${step} as master key`,
  reason: FAILS_INSIDE,
  parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
  ours: { status: 400, body: { code, error } },
});

const unnamed = step => inside('A job that is not there', step, 141, 'Invalid job.');
const unscheduled = step =>
  inside('Schedules that are refused', step, 107, 'job_schedule must be an object');

const changed = fields => ({
  scenario: 'Schedules are made, changed and deleted',
  step: `PUT /cloud_code/jobs/{{first.objectId}} ${JSON.stringify({ job_schedule: { ...fields, startAfter: LATER } })} as master key`,
  reason: SCHEDULE_ANSWER,
  parseServer: { body: { response: { updatedAt: '<now>' } } },
  ours: { body: { updatedAt: '<now>' } },
});

const schedule = updatedAt => [
  {
    createdAt: '<now>',
    daysOfWeek: ['1', '1', '0', '0', '0', '0', '0'],
    description: 'counts again',
    jobName: 'breaks',
    objectId: '<id 3>',
    params: '{"a":1}',
    repeatMinutes: 60,
    startAfter: LATER,
    timeOfDay: '08:30:00.000Z',
    updatedAt,
  },
];

export default [
  told('A job that succeeds', asked('tally'), [[run('tally', 'succeeded', 'done'), {}]]),
  told('A job that succeeds', `${asked('tally')} #2`, [
    [run('tally', 'succeeded', 'done'), {}],
    [run('tally', 'succeeded', 'done', '<id 3>'), { jobName: 'tally' }],
  ]),
  told('A job that fails', asked('breaks'), [[run('breaks', 'failed', 'it broke'), {}]]),
  told('A job with parameters', asked('tidyUp'), [
    [run('tidyUp', 'succeeded', 'all tidy'), { a: 1, nested: { b: [true, null] } }],
  ]),
  unnamed('POST /jobs {}'),
  unnamed('POST /jobs {"jobName":7}'),
  changed({ description: 'counts again' }),
  changed({ jobName: 'breaks' }),
  {
    scenario: 'Schedules are made, changed and deleted',
    step: 'GET /cloud_code/jobs as master key #3',
    reason: SCHEDULE_IS_UPDATED,
    parseServer: { body: schedule('<same as createdAt>') },
    ours: { body: schedule('<later than createdAt>') },
  },
  {
    scenario: 'Schedules that are refused',
    step: `POST /cloud_code/jobs {"job_schedule":{"jobName":7,"startAfter":"${LATER}"}} as master key`,
    reason: SCHEDULED_NAME,
    parseServer: { status: 500, body: { code: 1, error: 'Cannot Schedule a job that is not deployed' } },
    ours: {
      status: 400,
      body: { code: 111, error: 'schema mismatch for _JobSchedule.jobName; expected String but got Number' },
    },
  },
  unscheduled('POST /cloud_code/jobs {}'),
  unscheduled('POST /cloud_code/jobs {"job_schedule":"tally"}'),
  unscheduled('PUT /cloud_code/jobs/{{kept.objectId}} {}'),
];
