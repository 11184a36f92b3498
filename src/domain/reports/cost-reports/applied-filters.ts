import { type RawBuilder, sql } from 'kysely';
import { ancestorFolders } from '../../../platform/auth/access.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Db } from '../../../platform/store/tables.js';

/** Saved filters attached to the report itself, in order; selected with the row. */
export const ownSavedFilters = sql<string[]>`array(
  select saved_filter_token from cost_report_saved_filters links
  where links.cost_report_token = cost_reports.token order by links.id)`;

/** The given folders and their subfolders at any depth. */
const withSubfolders = (folders: RawBuilder<unknown>) => sql`
  with recursive subtree (token) as (
    ${folders}
    union
    select folders.token from folders join subtree on folders.parent_folder_token = subtree.token
  )
  select token from subtree`;

/** Tokens of the cost reports in a folder and its subfolders. */
export const reportsInFolder = (folder: string) => sql<string>`
  select token from cost_reports where folder_token in (${withSubfolders(sql`select ${folder}::text`)})`;

/**
 * Tokens of the cost reports that a saved filter applies to: it is attached to the report or to a
 * folder above it.
 */
export const reportsFilteredBy = (savedFilter: RawBuilder<string>) => sql<string>`
  select token from cost_reports
  where token in (
      select cost_report_token from cost_report_saved_filters where saved_filter_token = ${savedFilter})
    or folder_token in (${withSubfolders(
      sql`select folder_token from folder_saved_filters where saved_filter_token = ${savedFilter}`,
    )})
  order by id`;

/** A saved filter that applies to a report, and what it is attached to. */
export interface AppliedSavedFilter {
  token: string;
  title: string;
  filter: string;
  origin: 'report' | 'folder' | 'dashboard';
  /** Token and title of the folder or dashboard. */
  owner: string | null;
  owner_title: string | null;
}

/** The filters of a report as of one moment. */
interface AppliedFilters {
  /** That of the report itself. */
  own: string | null;
  saved: AppliedSavedFilter[];
}

/**
 * The filter of a report and the saved filters that apply to it: its own, then those of its folders, innermost
 * first, then those of the dashboard it is viewed on. A filter that applies more than once counts once, because
 * its allocation shares would multiply. One statement reads them, because an update replaces them together.
 */
export async function readAppliedFilters(
  db: Db,
  report: Row<'cost_reports'>,
  dashboard: string | null = null,
): Promise<AppliedFilters> {
  const folders = await ancestorFolders(db, report.folder_token);
  const { rows } = await sql<ReadFilters>`
    select cost_reports.filter as own, applied.token, applied.title, applied.filter, applied.origin,
      applied.owner, applied.owner_title
    from cost_reports left join (
      select saved_filters.token, saved_filters.title, saved_filters.filter, links.origin, links.owner,
        coalesce(folders.title, dashboards.title) as owner_title, links.distance, links.id
      from (
        select saved_filter_token, 'report' as origin, null::text as owner, 0 as distance, id
        from cost_report_saved_filters where cost_report_token = ${report.token}
        union all
        select saved_filter_token, 'folder', folder_token,
          array_position(${folders}::text[], folder_token), id
        from folder_saved_filters where folder_token = any(${folders})
        union all
        select saved_filter_token, 'dashboard', dashboard_token, ${folders.length + 1}::int, id
        from dashboard_saved_filters where dashboard_token = ${dashboard}::text
      ) links
      join saved_filters on saved_filters.token = links.saved_filter_token
      left join folders on links.origin = 'folder' and folders.token = links.owner
      left join dashboards on links.origin = 'dashboard' and dashboards.token = links.owner
      where saved_filters.filter is not null
    ) applied on true
    where cost_reports.token = ${report.token}
    order by applied.distance, applied.id`.execute(db);
  const saved = rows.filter(hasSavedFilter);
  return {
    own: rows[0]?.own ?? null,
    saved: saved.filter(
      ({ token }, index) => saved.findIndex((other) => other.token === token) === index,
    ),
  };
}

/** The filter of the report beside each saved one, or beside none. */
type ReadFilters = { own: string | null } & (AppliedSavedFilter | { token: null });

const hasSavedFilter = (row: ReadFilters): row is ReadFilters & AppliedSavedFilter =>
  row.token !== null;
