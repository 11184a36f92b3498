import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../platform/store/tables.js';
import type { ResourceFacts } from '../facts.js';
import { costAtCurrentRate } from '../monthly-cost.js';
import { commitmentTypes } from '../rules/unused-commitments.js';
import { shortId } from '../../resources/index.js';
import type { AccountLines } from './account-lines.js';
import { billedIds, chargesById, costsOf } from './match-charges.js';
import { readResourceCharges } from './read-charges.js';

/** Resources of an account that are in memory at a time. */
const batchSize = 2000;

/** The account whose resources are read. */
export interface AccountResources {
  db: Db;
  integrations: readonly string[];
  provider: string;
  accountId: string | null;
  /** SQL that is true for the resources that the workspace sees. */
  isVisible: RawBuilder<SqlBool>;
}

interface ResourceRow {
  uuid: string;
  provider: string;
  type: string;
  label: string | null;
  account_id: string | null;
  provider_account_id: string | null;
  region: string | null;
  tags: Record<string, string>;
  metadata: Record<string, unknown>;
  in_inventory: boolean;
  created_at: Date;
  state_since: Date | null;
  recent_cost: string;
  recent_cost_days: number;
}

/**
 * SQL of the account that findings about a resource belong to: a cluster for Kubernetes, a subscription
 * for Azure, whose `account_id` is the resource group.
 */
export const findingAccount = sql<string | null>`case provider
  when 'kubernetes' then coalesce(metadata ->> 'cluster_id', account_id)
  when 'azure' then lower(coalesce(provider_account_id, substring(uuid from '(?i)^/subscriptions/([^/]+)')))
  else account_id end`;

/** The resources of an account with their costs, in batches by identifier. */
export async function* readResources(
  account: AccountResources,
  lines: AccountLines,
): AsyncGenerator<ResourceFacts[]> {
  let after = '';
  for (;;) {
    const rows = await readBatch(account, after);
    if (rows.length === 0) return;
    yield await withCosts(rows, lines);
    after = rows.at(-1)!.uuid;
  }
}

async function readBatch(
  { db, integrations, provider, accountId, isVisible }: AccountResources,
  after: string,
): Promise<ResourceRow[]> {
  // Two integrations can bill the same resource: distinct, or it would count twice.
  const { rows } = await sql<ResourceRow>`
    select distinct on (uuid collate "C") uuid, provider, type, label, account_id, provider_account_id, region, tags,
      metadata, in_inventory, created_at, state_since, recent_cost, recent_cost_days
    from current_resources as resources
    where integration_token = any(${[...integrations]}) and provider = ${provider} and ${isVisible}
      and ${findingAccount} is not distinct from ${accountId} and uuid collate "C" > ${after}
    order by uuid collate "C", in_inventory desc, id limit ${batchSize}`.execute(db);
  return rows;
}

async function withCosts(rows: ResourceRow[], lines: AccountLines): Promise<ResourceFacts[]> {
  const idsOf = (uuid: string) => billedIds(uuid, lines.provider);
  const charges = await readResourceCharges(
    lines,
    rows.flatMap(({ uuid }) => idsOf(uuid)),
  );
  const byId = chargesById(charges);
  return rows.map((row) => ({
    uuid: row.uuid,
    id: shortId(row.uuid),
    type: row.type,
    label: row.label,
    accountId: row.account_id,
    billingAccountId: row.provider_account_id,
    region: row.region,
    tags: row.tags,
    metadata: row.metadata,
    inInventory: row.in_inventory,
    firstSeenAt: row.created_at,
    stateSince: row.state_since,
    ...costsOf(
      idsOf(row.uuid).flatMap((id) => byId.get(id) ?? []),
      { billedDays: lines.billedDays, isCommitment: commitmentTypes.includes(row.type) },
    ),
    ...(row.provider === 'kubernetes' && workloadCost(row, lines)),
  }));
}

/** No cost line names a workload: what it costs is its part of the costs of its nodes. */
function workloadCost(
  { recent_cost: cost, recent_cost_days: daysWithCost }: ResourceRow,
  { billedDays }: AccountLines,
) {
  if (daysWithCost === 0) return {};
  // Its days are not known one by one.
  return { costPerMonth: costAtCurrentRate({ cost, recentCost: cost, daysWithCost, billedDays }) };
}
