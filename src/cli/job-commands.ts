import { type Command, UsageError } from './command.js';
import { tableLines } from './table.js';

const list: Command = {
  name: 'jobs list',
  usage: 'jobs list',
  summary: 'List the background jobs and their schedules (UTC)',
  run: async ({ app, print }) => {
    const cells = app.jobs.jobs.map((job) => [job.name, job.cron ?? 'on demand', job.summary]);
    for (const line of tableLines(['JOB', 'SCHEDULE', 'WHAT IT DOES'], cells)) print(line);
  },
};

const run: Command = {
  name: 'jobs run',
  usage: 'jobs run NAME',
  summary: 'Run a job now',
  run: async ({ app, words: [name], print }) => {
    if (!app.jobs.jobs.some((job) => job.name === name)) {
      throw new UsageError(`There is no job called ${name ?? ''}; "jobs list" shows them.`);
    }
    print(`${await app.jobs.run(name!)}.`);
  },
};

export const jobCommands = [list, run];
