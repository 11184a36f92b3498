import { type Expression, type SqlBool, sql } from 'kysely';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import { resourceTag } from '../resources/index.js';
import type { SavingsCurrency } from './savings-currency.js';

/** Filters of lists of recommendations, as the API names them. Empty lists count as absent. */
export interface RecommendationFilters {
  provider?: string;
  provider_ids?: readonly string[];
  provider_account_id?: string;
  account_ids?: readonly string[];
  billing_account_ids?: readonly string[];
  regions?: readonly string[];
  tag_key?: string;
  tag_value?: string;
  start_date?: string;
  end_date?: string;
  /** Decimal text in the currency of the workspace. */
  min_savings?: string;
  type?: string;
  types?: readonly string[];
  category?: string;
  status?: 'active' | 'archived';
  filter?: 'open' | 'resolved' | 'dismissed';
  resource_token?: string;
}

type Condition = Expression<SqlBool>;

/** Filters that need the workspace, because its currency, accounts and tags decide them. */
export function needsWorkspace(filters: RecommendationFilters): boolean {
  const { provider_ids, account_ids, billing_account_ids, regions } = filters;
  const { tag_key, tag_value, start_date, end_date, min_savings } = filters;
  return (
    [provider_ids, account_ids, billing_account_ids, regions].some((list) => list?.length) ||
    [tag_key, tag_value, start_date, end_date, min_savings].some((value) => value !== undefined)
  );
}

/** Conditions on rows of `recommendations` that need no resource. */
export function ownConditions(
  filters: RecommendationFilters,
  { now, currency }: { now: Date; currency?: SavingsCurrency },
): Condition[] {
  const { provider, provider_ids: providers, provider_account_id: account } = filters;
  const { start_date: start, end_date: end, min_savings: minimum, type, types, category } = filters;
  const conditions = [statusCondition(filters, now)];
  if (provider !== undefined) conditions.push(sql`provider = ${provider}`);
  if (providers?.length) conditions.push(sql`provider = any(${[...providers]})`);
  if (account !== undefined) conditions.push(sql`provider_account_id = ${account}`);
  if (start !== undefined) conditions.push(sql`${createdOn} >= ${start}::date`);
  if (end !== undefined) conditions.push(sql`${createdOn} <= ${end}::date`);
  if (minimum !== undefined) {
    conditions.push(
      sql`round(potential_savings * ${currency?.factor ?? '1'}::numeric, 2) >= ${minimum}::numeric`,
    );
  }
  if (types?.length) conditions.push(sql`type = any(${[...types]})`);
  if (type !== undefined) {
    conditions.push(sql`position(${type.toLowerCase()} in lower(type)) > 0`);
  } else if (category !== undefined) {
    conditions.push(sql`category = ${category}`);
  }
  return conditions;
}

const createdOn = sql`(created_at at time zone 'UTC')::date`;

/** Days for which resolved recommendations are listed. */
const resolvedDays = 90;

/** Whether dismissed recommendations are asked for. */
export const isArchived = ({ status, filter }: Pick<RecommendationFilters, 'status' | 'filter'>) =>
  status === undefined ? filter === 'dismissed' : status === 'archived';

const dismissedWhole = sql`exists (select 1 from recommendation_resources f
  where f.recommendation_token = recommendations.token and f.dismissed_at is not null)`;

function statusCondition({ status, filter }: RecommendationFilters, now: Date): Condition {
  const today = formatDate(now);
  if (status === undefined && filter === 'resolved') {
    return sql`resolved_at >= ${addDays(today, -resolvedDays)}::timestamptz`;
  }
  const archived = sql`(archived_at is not null and (archived_until is null or archived_until >= ${today}::date))`;
  // Without savings, the first evaluation is still running, or all resources are dismissed one by one.
  const open = sql`resolved_at is null and potential_savings > 0`;
  return isArchived({ status, filter })
    ? sql`(${open} and ${archived} or resolved_at is null and potential_savings = 0 and ${dismissedWhole})`
    : sql`${open} and not ${archived}`;
}

/** Conditions on rows of `resources` that a finding is about. */
export function resourceConditions(filters: RecommendationFilters): Condition[] {
  const { billing_account_ids: billing, regions, tag_key: key, tag_value: value } = filters;
  const conditions: Condition[] = [];
  if (billing?.length) {
    conditions.push(sql`resources.provider_account_id = any(${[...billing]})`);
  }
  if (regions?.length) conditions.push(sql`resources.region = any(${[...regions]})`);
  if (key !== undefined) conditions.push(sql`${resourceTag(key)} = ${value}`);
  return conditions;
}

/** Conditions on rows of `recommendations`, those about their resources included. */
export function recommendationConditions(
  filters: RecommendationFilters,
  given: { now: Date; currency?: SavingsCurrency },
): Condition[] {
  const conditions = ownConditions(filters, given);
  const { resource_token: resource } = filters;
  const ofResources = resourceConditions(filters);
  if (resource !== undefined) ofResources.push(sql`resources.token = ${resource}`);
  // A dismissed resource is not affected; of a dismissed recommendation all are.
  const isAffected = isArchived(filters)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`f.dismissed_at is null`;
  const hasResource = (
    condition: Condition,
  ) => sql<SqlBool>`exists (select 1 from recommendation_resources f
    join current_resources as resources on resources.token = f.resource_token
    where f.recommendation_token = recommendations.token and ${isAffected} and ${condition})`;
  for (const condition of ofResources) conditions.push(hasResource(condition));
  if (filters.account_ids?.length) {
    const ids = [...filters.account_ids];
    const ofResource = hasResource(sql`resources.account_id = any(${ids})`);
    conditions.push(sql`(provider_account_id = any(${ids}) or ${ofResource})`);
  }
  return conditions;
}
