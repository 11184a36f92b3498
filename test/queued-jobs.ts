import { sql } from 'kysely';
import type { App } from '../src/app.js';
import { testApp } from './harness.js';

let opening: Promise<void> | undefined;

/** Opens the job queues of the shared app without running jobs. */
export async function openQueues(): Promise<App> {
  const app = await testApp();
  opening ??= app.jobs.start({ isWorker: false });
  await opening;
  return app;
}

/** Removes queued jobs by name and returns their payloads, oldest first. */
export async function takeQueued<Payload>({ services }: App, name: string): Promise<Payload[]> {
  const { rows } = await sql<{ data: Payload }>`
    with taken as (delete from pgboss.job where name = ${name} and state = 'created' returning data, created_on)
    select data from taken order by created_on`.execute(services.db);
  return rows.map(({ data }) => data);
}
