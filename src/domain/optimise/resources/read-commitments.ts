import type { Services } from '../../../platform/kernel/services.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { formatDate } from '../../../platform/lib/time.js';
import { type CostStore, selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { type Commitment, listActiveCommitments } from '../financial-commitments/index.js';
import type { CostWindow } from './cost-window.js';
import type { BilledCost, BilledResource } from './read-billed-resources.js';
import { resourceTypes } from './resource-types.js';

type FeeCost = BilledCost & { id: string; payer: string | null };

/**
 * Reservations and savings plans of an integration, which are paid for like other resources. Many bills
 * name no resource on their fees, so they are found by the commitment.
 */
export async function readCommitments(
  { db, costs }: Pick<Services, 'db' | 'costs'>,
  integration: string,
  window: CostWindow,
): Promise<BilledResource[]> {
  const active = await listActiveCommitments(db, integration, window.end);
  const known = active.filter(({ commitment_type: type }) => resourceTypes.includes(type));
  if (known.length === 0) return [];
  const fees = await readFees(
    costs,
    window,
    known.map(({ commitment_id: id }) => id),
  );
  return known.map((each) => resourceOf(each, fees.get(each.commitment_id) ?? [], window));
}

/** What was charged for commitments in the window, by category; spread fees count on their first day. */
async function readFees(
  store: CostStore,
  { loadIds, start, end }: CostWindow,
  ids: readonly string[],
): Promise<Map<string, FeeCost[]>> {
  const rows = await selectRows<FeeCost>(
    store.client,
    sql`SELECT assumeNotNull(commitment_id) AS id, ifNull(cost_category, service) AS category, currency,
       toString(sum(billed_cost)) AS amount, any(provider_account_id) AS payer
     FROM lines
     WHERE load_id IN ${sql.bind('Array(UInt32)', loadIds)}
       AND usage_date BETWEEN ${sql.bind('Date', start)} AND ${sql.bind('Date', end)}
       AND charge_group = 'fee' AND commitment_id IN ${sql.bind('Array(String)', ids)}
     GROUP BY id, category, currency`,
  );
  return groupBy(rows, ({ id }) => id);
}

function resourceOf(
  commitment: Commitment,
  fees: readonly FeeCost[],
  { end }: CostWindow,
): BilledResource {
  const { commitment_type: type, service } = commitment;
  const isPlan = type === 'aws_savings_plan';
  return {
    resource_id: commitment.commitment_id,
    provider: commitment.provider,
    provider_account_id: fees[0]?.payer ?? null,
    account_id: commitment.account,
    service,
    services: [],
    service_code: null,
    region: commitment.region,
    resource_name: null,
    resource_type: type,
    instance_type: isPlan ? null : commitment.type,
    zone: null,
    metadata: {
      term: commitment.term,
      payment_option: commitment.payment_type,
      start: formatDate(commitment.starts_at),
      end: formatDate(commitment.ends_at),
      state: 'active',
      ...(isPlan
        ? { commitment: commitment.hourly_cost, offering_type: commitment.type }
        : { instance_count: commitment.amount }),
    },
    tags: {},
    costs: fees
      .filter(({ amount }) => Number(amount) !== 0)
      .map(({ category, currency, amount }) => ({ category, currency, amount })),
    cost_days: 0,
    // It is paid for on every day of its term.
    last_cost_date: end,
  };
}
