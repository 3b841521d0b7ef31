// Jobs: who may start one, how it is reported, and how one is scheduled.

import { del, find, get, post, put, scenario, signUp, where } from '../scenario.mjs';

// So late that nothing scheduled here is run while it is compared: Parse Server leaves that to others.
const LATER = '2099-01-01T00:00:00.000Z';

// What a job leaves behind is seen by anyone who reads all of `_JobStatus`, which no scenario does.
const APART = { configuration: 'talkative' };

const start = (name, params = {}) => post(`/jobs/${name}`, params).master();
const ended = ({ results }) =>
  results.length > 0 && results.every(({ status }) => status !== 'running');
const statusOf = jobName => where('_JobStatus', { jobName }).master().until(ended);
const schedule = job_schedule => post('/cloud_code/jobs', { job_schedule }).master();
const change = (id, job_schedule) => put(`/cloud_code/jobs/${id}`, { job_schedule }).master();
const data = () =>
  get('/cloud_code/jobs/data')
    .master()
    .only(({ jobs, in_use, ...rest }) =>
      jobs ? { ...rest, jobs: jobs.toSorted(), in_use: in_use.toSorted() } : rest
    );

export default [
  scenario(
    'A job that succeeds',
    [
      start('tally'),
      statusOf('tally'),
      post('/jobs', { jobName: 'tally' }).master(),
      statusOf('tally').until(({ results }) => results.length === 2 && ended({ results })),
    ],
    APART
  ),
  scenario('A job that fails', [start('breaks'), statusOf('breaks')], APART),
  scenario(
    'A job with parameters',
    [
      start('tidyUp', { a: 1, nested: { b: [true, null] } }),
      statusOf('tidyUp'),
      find('JobLog').master(),
    ],
    APART
  ),
  scenario('A job that is not there', [
    start('nobodysJob'),
    post('/jobs', {}).master(),
    post('/jobs', { jobName: 'nobodysJob' }).master(),
    post('/jobs', { jobName: 7 }).master(),
    get('/jobs').master(),
    get('/jobs/tally').master(),
    del('/jobs/tally').master(),
  ]),
  scenario('Who may start a job', [
    signUp('starterOfJobs').as('user'),
    post('/jobs/tally', {}),
    post('/jobs', { jobName: 'tally' }),
    post('/jobs/nobodysJob', {}),
    post('/jobs/tally', {}).by('user'),
    post('/jobs/tally', {}).readOnlyMaster(),
    post('/jobs', { jobName: 'tally' }).readOnlyMaster(),
    post('/jobs/tally', {}).maintenance(),
    find('_JobStatus'),
    find('_JobStatus').by('user'),
    find('_JobSchedule'),
    post('/classes/_JobStatus', { jobName: 'tally' }),
  ]),
  scenario('Schedules are made, changed and deleted', [
    data(),
    get('/cloud_code/jobs').master(),
    schedule({
      jobName: 'tally',
      description: 'counts',
      params: '{"a":1}',
      startAfter: LATER,
      daysOfWeek: ['1', '1', '0', '0', '0', '0', '0'],
      timeOfDay: '08:30:00.000Z',
      repeatMinutes: 60,
    }).as('first'),
    data(),
    get('/cloud_code/jobs').master(),
    change('{{first.objectId}}', { description: 'counts again', startAfter: LATER }),
    change('{{first.objectId}}', { jobName: 'breaks', startAfter: LATER }),
    data(),
    get('/cloud_code/jobs').master(),
    del('/cloud_code/jobs/{{first.objectId}}').master(),
    del('/cloud_code/jobs/{{first.objectId}}').master(),
    change('{{first.objectId}}', { description: 'gone', startAfter: LATER }),
    get('/cloud_code/jobs').master(),
    data(),
  ]),
  scenario('Schedules that are refused', [
    schedule({ jobName: 'nobodysJob', startAfter: LATER }),
    schedule({ jobName: 'tally', startAfter: LATER, repeatMinutes: 'often' }),
    schedule({ jobName: 'tally', startAfter: LATER, daysOfWeek: 'monday' }),
    schedule({ jobName: 7, startAfter: LATER }),
    post('/cloud_code/jobs', {}).master(),
    post('/cloud_code/jobs', { job_schedule: 'tally' }).master(),
    schedule({ jobName: 'tally', startAfter: LATER }).as('kept'),
    change('{{kept.objectId}}', { jobName: 'nobodysJob', startAfter: LATER }),
    put('/cloud_code/jobs/{{kept.objectId}}', {}).master(),
    change('nonesuch00', { jobName: 'tally', startAfter: LATER }),
    del('/cloud_code/jobs/nonesuch00').master(),
    del('/cloud_code/jobs/{{kept.objectId}}').master(),
  ]),
  scenario('Who may schedule a job', [
    signUp('plannerOfJobs').as('user'),
    get('/cloud_code/jobs'),
    get('/cloud_code/jobs').by('user'),
    get('/cloud_code/jobs/data'),
    get('/cloud_code/jobs').readOnlyMaster(),
    get('/cloud_code/jobs/data').readOnlyMaster().only(({ jobs, in_use }) => [jobs.toSorted(), in_use]),
    post('/cloud_code/jobs', { job_schedule: { jobName: 'tally', startAfter: LATER } }),
    post('/cloud_code/jobs', { job_schedule: { jobName: 'tally', startAfter: LATER } }).readOnlyMaster(),
    schedule({ jobName: 'tally', startAfter: LATER }).as('kept'),
    put('/cloud_code/jobs/{{kept.objectId}}', { job_schedule: { description: 'x', startAfter: LATER } }),
    put('/cloud_code/jobs/{{kept.objectId}}', { job_schedule: { description: 'x', startAfter: LATER } }).readOnlyMaster(),
    del('/cloud_code/jobs/{{kept.objectId}}'),
    del('/cloud_code/jobs/{{kept.objectId}}').readOnlyMaster(),
    del('/cloud_code/jobs/{{kept.objectId}}').master(),
  ]),
];
