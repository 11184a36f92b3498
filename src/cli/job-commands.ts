import { type Command, UsageError } from './command.js';
import { tableLines } from './table.js';

const list: Command = {
  name: 'jobs list',
  usage: 'jobs list',
  summary: 'List background jobs and their schedules (UTC)',
  run: async ({ app, print }) => {
    const cells = app.jobs.jobs.map((job) => [job.name, job.cron ?? 'on demand', job.summary]);
    for (const line of tableLines(['JOB', 'SCHEDULE', 'DESCRIPTION'], cells)) print(line);
  },
};

const run: Command = {
  name: 'jobs run',
  usage: 'jobs run NAME',
  summary: 'Run a job now',
  run: async ({ app, positionals: [name], print }) => {
    if (!app.jobs.jobs.some((job) => job.name === name)) {
      const problem = name === undefined ? 'Specify a job' : `There is no job named ${name}`;
      throw new UsageError(`${problem}; "farthing jobs list" shows all jobs.`);
    }
    print(`${await app.jobs.run(name!)}.`);
  },
};

export const jobCommands = [list, run];
