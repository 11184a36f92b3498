import { sql } from 'kysely';
import type { App } from '../src/app.js';
import { testApp } from './harness.js';

let opening: Promise<void> | undefined;

/** The shared app with its queues open and nobody taking jobs out of them. */
export async function openQueues(): Promise<App> {
  const app = await testApp();
  opening ??= app.jobs.start({ isWorker: false });
  await opening;
  return app;
}

/** Takes the payloads of one kind of job that wait in the queue, oldest first. */
export async function takeQueued<Payload>({ services }: App, name: string): Promise<Payload[]> {
  const { rows } = await sql<{ data: Payload }>`
    with taken as (delete from pgboss.job where name = ${name} and state = 'created' returning data, created_on)
    select data from taken order by created_on`.execute(services.db);
  return rows.map(({ data }) => data);
}
