import { type RawBuilder, sql } from 'kysely';
import { ancestorFolders } from '../../platform/auth/access.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { Db } from '../../platform/store/tables.js';

/** Saved filters that a report names itself, in order; read with the row. */
export const ownSavedFilters = sql<string[]>`array(
  select saved_filter_token from cost_report_saved_filters links
  where links.cost_report_token = cost_reports.token order by links.id)`;

/** Some folders and all in them, at any depth. */
const foldersInside = (folders: RawBuilder<unknown>) => sql`
  with recursive inside (token) as (
    ${folders}
    union
    select folders.token from folders join inside on folders.parent_folder_token = inside.token
  )
  select token from inside`;

/** Tokens of the cost reports in a folder, at any depth. */
export const reportsInside = (folder: string) => sql<string>`
  select token from cost_reports where folder_token in (${foldersInside(sql`select ${folder}::text`)})`;

/**
 * Tokens of the cost reports that a saved filter applies to: those that name it, and those in a
 * folder that does, at any depth.
 */
export const reportsUnder = (savedFilter: RawBuilder<string>) => sql<string>`
  select token from cost_reports
  where token in (
      select cost_report_token from cost_report_saved_filters where saved_filter_token = ${savedFilter})
    or folder_token in (${foldersInside(
      sql`select folder_token from folder_saved_filters where saved_filter_token = ${savedFilter}`,
    )})
  order by id`;

/**
 * Texts of the saved filters that apply to a report: its own, then those of the folders around it,
 * innermost first, then those of a dashboard that shows it. One that applies in two ways counts once,
 * or its shares would multiply.
 */
export async function savedFilterTexts(
  db: Db,
  report: Row<'cost_reports'>,
  dashboard: string | null = null,
): Promise<string[]> {
  const folders = await ancestorFolders(db, report.folder_token);
  const { rows } = await sql<{ token: string; filter: string }>`
    select saved_filters.token, saved_filters.filter
    from (
      select saved_filter_token, 0 as distance, id from cost_report_saved_filters
      where cost_report_token = ${report.token}
      union all
      select saved_filter_token, array_position(${folders}::text[], folder_token), id
      from folder_saved_filters where folder_token = any(${folders})
      union all
      select saved_filter_token, ${folders.length + 1}::int, id
      from dashboard_saved_filters where dashboard_token = ${dashboard}::text
    ) links
    join saved_filters on saved_filters.token = links.saved_filter_token
    where saved_filters.filter is not null
    order by links.distance, links.id`.execute(db);
  return [...new Map(rows.map((row) => [row.token, row.filter])).values()];
}
