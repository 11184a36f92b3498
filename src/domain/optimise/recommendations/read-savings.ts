import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { resourceTag } from '../resources/index.js';
import { formatDate } from '../../../platform/lib/time.js';
import { countedFindings } from './counted-findings.js';
import { formatSavings, readSavingsCurrency, type SavingsCurrency } from './savings-currency.js';

/** Least saving per month that counts as realised: what falls by less may be chance. */
const minRealised = 1;

interface Group {
  value: string | null;
  available: string;
  realised: string;
  findings: number;
}

/** Savings of a workspace: available in active recommendations, and realised as the bill shows. */
export async function readSavings(ctx: Context, workspace: string, tagKey?: string) {
  const currency = await readSavingsCurrency(ctx, workspace);
  const read = async (by: Expression<string | null>) =>
    formatGroups(await readGroups(ctx, workspace, by), currency);
  const [total] = await read(sql`null::text`);
  return {
    ...(await readAvailable(ctx, workspace, currency)),
    realised: total?.realised ?? '0.0',
    dismissed: formatSavings(await readDismissed(ctx, workspace), currency),
    being_measured: await countBeingMeasured(ctx, workspace),
    by_category: await read(sql`r.category`),
    by_provider: await read(sql`r.provider`),
    by_account: await read(sql`r.provider_account_id`),
    by_tag: tagKey === undefined ? [] : await read(resourceTag(tagKey)),
  };
}

/** Savings that are available in active recommendations, without their groups: in one pass over the findings. */
export async function readAvailableSavings(ctx: Context, workspace: string) {
  return readAvailable(ctx, workspace, await readSavingsCurrency(ctx, workspace));
}

/** Of each value, what is available and what is realised. */
async function readGroups(
  { db, now }: Context,
  workspace: string,
  by: Expression<string | null>,
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select value, sum(available)::text as available, sum(realised)::text as realised, 
      count(distinct resource_key) filter (where available > 0)::int as findings
    from (
      select ${by} as value, f.counted_savings as available, 0::numeric as realised, f.resource_key
      from (${countedFindings(workspace, isOpen(now))}) f join recommendations r on r.token = f.recommendation_token
      left join current_resources as resources on resources.token = f.resource_token
      union all
      select ${by}, 0, s.monthly_before - s.monthly_after, null
      from (${measured(workspace)}) s join recommendations r on r.token = s.recommendation_token
      left join current_resources as resources on resources.integration_token = s.integration_token and resources.uuid = s.uuid
    ) savings group by value order by sum(available) desc, sum(realised) desc, value`.execute(db);
  return rows;
}

/** A resource that ends several findings at once saves once: under the one that promised most. */
const measured = (workspace: string) => sql`
  select distinct on (uuid, ended_on) * from realised_savings
  where workspace_token = ${workspace} and monthly_before - monthly_after >= ${minRealised}
  order by uuid, ended_on, potential_savings desc, id`;

const formatGroups = (groups: readonly Group[], currency: SavingsCurrency) =>
  groups.map(({ value, available, realised, findings }) => ({
    value,
    available: formatSavings(available, currency),
    realised: formatSavings(realised, currency),
    findings,
  }));

/** SQL: a recommendation `r` is dismissed as a whole. */
const isDismissed = (now: Date) => sql<SqlBool>`(r.archived_at is not null
  and (r.archived_until is null or r.archived_until >= ${formatDate(now)}::date))`;

/** SQL: neither a finding `f` nor its recommendation `r` is dismissed. */
export const isOpen = (now: Date) =>
  sql<SqlBool>`(not ${isDismissed(now)} and f.dismissed_at is null)`;

async function readDismissed({ db, now }: Context, workspace: string): Promise<string> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(counted_savings), 0)::text as total
    from (${countedFindings(workspace, sql<SqlBool>`(${isDismissed(now)} or f.dismissed_at is not null)`)}) f`.execute(
    db,
  );
  return rows[0]!.total;
}

interface Available {
  available: string;
  resources: number;
  cost: string;
  examples: boolean;
}

/** What is available, what it is a part of, which prices it is at, and what it leaves out. */
async function readAvailable({ db, now }: Context, workspace: string, currency: SavingsCurrency) {
  const { rows } = await sql<Available>`
    select coalesce(sum(counted_savings), 0)::text as available,
      count(*) filter (where is_first and counted_savings > 0)::int as resources,
      coalesce(sum(resource_cost) filter (where is_first and counted_savings > 0), 0)::text as cost,
      coalesce(bool_or(uses_example_prices), false) as examples
    from (${countedFindings(workspace, isOpen(now))}) f`.execute(db);
  const { rows: unbilled } = await sql<{ findings: number; savings: string }>`
    select count(*)::int as findings, coalesce(sum(f.potential_savings), 0)::text as savings
    from recommendation_resources f join recommendations r on r.token = f.recommendation_token
    where r.workspace_token = ${workspace} and r.resolved_at is null and f.cost_per_month is null
      and ${isOpen(now)}`.execute(db);
  const { available, resources, cost, examples } = rows[0]!;
  const { findings, savings } = unbilled[0]!;
  return {
    currency_code: currency.code,
    available: formatSavings(available, currency),
    cost: formatSavings(cost, currency),
    resources,
    uses_example_prices: examples,
    left_out: { findings, savings: formatSavings(savings, currency) },
  };
}

/** Findings that have ended, but whose week on the bill is not complete yet. */
async function countBeingMeasured({ db }: Context, workspace: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from realised_savings
    where workspace_token = ${workspace} and measured_on is null`.execute(db);
  return rows[0]!.total;
}
