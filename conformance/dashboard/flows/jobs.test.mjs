import { deepEqual, equal } from 'node:assert/strict';
import { becomes, flow, until } from '../stage/flow.mjs';
import { choose, fieldOf, fill } from '../stage/dialogs.mjs';

// The job of the test cloud code writes down its parameters in the class JobLog, and says what it does.
const JOB = 'tidyUp';

flow('a job is run with parameters, and its status shown', async ({ page, shot, server, dashboard }) => {
  const { dialog } = dashboard;
  await dashboard.open('jobs/all');
  await page.locator('tr', { hasText: JOB }).getByRole('button', { name: 'Run...' }).click();
  await dialog.fill('Parameters', '{"room": "kitchen"}');
  await shot('61-run-job');
  await dialog.press('Run');
  const [{ params }] = await until('the job has run', async () => {
    const logged = await server.find('JobLog');
    return logged.length && logged;
  });
  equal((params.input ?? params).room, 'kitchen');
  const { objectId } = await until('the job is done', async () => {
    const [job] = await server.find('_JobStatus', { order: '-createdAt', limit: 1 });
    return job?.jobName === JOB && job.status === 'succeeded' && job;
  });
  const [row] = await server.sql('SELECT status, message FROM "_JobStatus" WHERE "objectId" = $1', [objectId]);
  deepEqual(row, { status: 'succeeded', message: 'all tidy' });

  await dashboard.open('jobs/status');
  const line = page.locator('tr', { hasText: JOB }).first();
  await line.getByText('succeeded', { exact: true }).waitFor();
  await line.getByText('all tidy').waitFor();
  await shot('62-job-status');
});

flow('a job is scheduled, and its schedule deleted', async ({ page, shot, server, dashboard }) => {
  const field = label => fieldOf(page.locator('#browser_mount'), label);
  const { dialog } = dashboard;
  await dashboard.open('jobs/new');
  await choose(field('Cloud job'), JOB);
  await fill(field('Description'), 'Every night');
  await fill(field('Parameters'), '{"room": "hall"}');
  await shot('63-schedule-job');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.waitForURL('**/jobs/scheduled');
  const line = page.locator('tr', { hasText: 'Every night' });
  await line.waitFor();
  await shot('64-scheduled-jobs');
  const schedules = () => server.sql('SELECT description, "jobName", params FROM "_JobSchedule"');
  deepEqual(await schedules(), [{ description: 'Every night', jobName: JOB, params: '{"room": "hall"}' }]);

  await line.getByRole('button', { name: 'Delete' }).click();
  await dialog.box.getByRole('button').last().click();
  await becomes('the schedules', schedules, []);
  await line.waitFor({ state: 'detached' });
});
