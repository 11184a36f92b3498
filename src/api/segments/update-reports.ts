import { sql } from 'kysely';
import { segmentTreeQuery } from '../../domain/costs/read-segment-tree.js';
import type { Db } from '../../platform/store/tables.js';

/** Makes the reports of a tree say what its segments say: their titles, and the settings of the top. */
export async function updateReports(db: Db, token: string): Promise<void> {
  await sql`${segmentTreeQuery(token)}
    update cost_reports set title = segments.title, settings = tree.settings
    from tree join segments on segments.token = tree.token
    where cost_reports.segment_token = tree.token
      and (cost_reports.title, cost_reports.settings) is distinct from (segments.title, tree.settings)`.execute(
    db,
  );
}
