import { type SqlBool, sql } from 'kysely';
import type { Page } from '../../../platform/kernel/paging.js';
import type { Db } from '../../../platform/store/tables.js';
import { startOfDay } from './parse-value.js';
import type { ValueSet } from './write-values.js';

type PageRange = Pick<Page, 'limit' | 'offset'>;

interface ValueQuery {
  start_date?: string;
  /** Values with any of these labels; a value with several labels matches under any key. */
  label_values?: readonly string[];
  /** Sums the values of a label per day or month. */
  date_bin?: 'day' | 'month';
}

interface ListedValue {
  at: Date;
  label: string;
  amount: string;
}

/** A page of the values of a metric, newest first, and the number of all values. */
export async function listValues(
  db: Db,
  set: ValueSet,
  { start_date, label_values, date_bin }: ValueQuery,
  page: PageRange,
): Promise<{ values: ListedValue[]; total: number }> {
  const conditions = [
    sql<SqlBool>`business_metric_token = ${set.metric} and forecasted = ${set.forecasted}`,
    ...(start_date ? [sql<SqlBool>`at >= ${startOfDay(start_date)}::timestamptz`] : []),
    ...(label_values ? [hasLabel(label_values)] : []),
  ];
  const matching = sql`from business_metric_values where ${sql.join(conditions, sql` and `)}`;
  const bins = sql`(select date_trunc(${date_bin}, at, 'UTC') as at, label,
    sum(amount) as amount ${matching} group by 1, 2) bins`;
  const source = date_bin ? sql`from ${bins}` : matching;
  const { rows: values } = await sql<ListedValue>`
    select at, label, amount::text as amount ${source}
    order by at desc, label limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total ${source}`.execute(db);
  return { values, total: counts[0]!.total };
}

const hasLabel = (labels: readonly string[]) => sql<SqlBool>`(label = any(${[...labels]})
  or exists (select 1 from jsonb_each_text(labels) each where each.value = any(${[...labels]})))`;

/** A page of the distinct labels of all values of a metric, and the number of all labels. */
export async function listLabels(
  db: Db,
  metric: string,
  page: PageRange,
): Promise<{ labels: { value: string }[]; total: number }> {
  const distinct = sql`(select distinct value from business_metric_values,
    lateral (select label as value where labels is null
      union all select each.value from jsonb_each_text(labels) each) flattened
    where business_metric_token = ${metric} and value <> '') labels`;
  const { rows: labels } = await sql<{ value: string }>`select value from ${distinct}
    order by lower(value) collate "C", value collate "C"
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from ${distinct}`.execute(db);
  return { labels, total: counts[0]!.total };
}
