import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';

/** Deletes the annotations of an alert on reports that it no longer watches; their events stay. */
export async function deleteAnnotationsOfOthers(
  db: Db,
  alert: string,
  watched: readonly string[],
): Promise<void> {
  await sql`delete from annotations where token in (
    select annotation_token from cost_alert_events
    where alert_token = ${alert} and report_token <> all(${[...watched]}::text[]))`.execute(db);
}
