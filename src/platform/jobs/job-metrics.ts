import { sql } from 'kysely';
import type { Db } from '../store/tables.js';
import {
  type Measurement,
  type Sample,
  counter,
  gauge,
  longDuration,
  sample,
} from '../telemetry/metric.js';

/** Of the queues, which all copies of a server share. */
const jobsQueued = gauge({
  name: 'farthing_jobs_queued',
  help: 'Jobs that are queued or waiting for a retry.',
  labels: ['job'],
});

const jobsRunning = gauge({
  name: 'farthing_jobs_running',
  help: 'Jobs that are running.',
  labels: ['job'],
});

const oldestWaiting = gauge({
  name: 'farthing_job_oldest_waiting_seconds',
  help: 'How long the job that is due for longest has been waiting to start.',
  labels: ['job'],
});

export const jobRuns = counter({
  name: 'farthing_job_runs_total',
  help: 'Runs of jobs in this process, by their outcome: done or failed.',
  labels: ['job', 'status'],
});

export const jobSeconds = longDuration({
  name: 'farthing_job_seconds',
  help: 'Duration of the runs of jobs in this process.',
  labels: ['job'],
});

export const jobMetrics = [jobsQueued, jobsRunning, oldestWaiting, jobRuns, jobSeconds];

interface Queue {
  job: string;
  queued: number;
  running: number;
  waiting_seconds: number;
}

/** Queues of all jobs, also the empty ones; those of the queue library itself are none of ours. */
export const measureQueues: Measurement<{ db: Db }> = {
  metrics: [jobsQueued, jobsRunning, oldestWaiting],
  read: async ({ db }): Promise<Sample[]> => {
    const { rows } = await sql<Queue>`
      select queue.name as job,
        count(*) filter (where job.state in ('created', 'retry')) as queued,
        count(*) filter (where job.state = 'active') as running,
        coalesce(extract(epoch from now() - min(job.start_after)
          filter (where job.state in ('created', 'retry') and job.start_after <= now())), 0)::float8
          as waiting_seconds
      from pgboss.queue queue left join pgboss.job job
        on job.name = queue.name and job.state in ('created', 'retry', 'active')
      where queue.name not like '\\_\\_%'
      group by queue.name`.execute(db);
    return rows.flatMap(({ job, queued, running, waiting_seconds: seconds }) => [
      sample(jobsQueued, { job }, queued),
      sample(jobsRunning, { job }, running),
      sample(oldestWaiting, { job }, seconds),
    ]);
  },
};
