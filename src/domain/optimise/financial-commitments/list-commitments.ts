import { type Selectable, sql } from 'kysely';
import { addDays } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate, formatTimestamp } from '../../../platform/lib/time.js';
import type { Page } from '../../../platform/kernel/paging.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import { readVisibleNames } from '../../costs/visibility/index.js';
import type { Commitment } from './derive-commitment.js';

/** A stored commitment, once for each workspace that its integration belongs to. */
export type CommitmentRow = Selectable<Tables['financial_commitments']> & {
  workspace_token: string;
  total: number;
};

/** One page of the commitments of these workspaces, the latest end first. */
export async function listCommitments(
  { db, costs }: { db: Db; costs: CostStore },
  workspaces: readonly string[],
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<{ found: CommitmentRow[]; total: number }> {
  const visible = await Promise.all(
    workspaces.map(async (token) => {
      const names = await readVisibleNames({ db, costs }, token);
      const isNamed = names
        ? sql`(c.commitment_id = any(${names.commitments}::text[]) or c.integration_token in (
            select token from integrations where account_token = ${names.account}))`
        : sql`true`;
      return sql`(w.workspace_token = ${token} and ${isNamed})`;
    }),
  );
  const from = sql`from financial_commitments c
    join integration_workspaces w on w.integration_token = c.integration_token
    where ${visible.length === 0 ? sql`false` : sql`(${sql.join(visible, sql` or `)})`}`;
  const { rows: found } = await sql<CommitmentRow>`
    select c.*, w.workspace_token, count(*) over ()::int as total ${from}
    order by c.ends_at desc, c.id, w.id limit ${limit} offset ${offset}`.execute(db);
  if (found[0] || offset === 0) return { found, total: found[0]?.total ?? 0 };
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { found, total: rows[0]!.total };
}

/** The commitments of an integration whose term includes a day. */
export async function listActiveCommitments(
  db: Db,
  integration: string,
  day: string,
): Promise<Commitment[]> {
  return db
    .selectFrom('financial_commitments')
    .selectAll()
    .where('integration_token', '=', integration)
    .where('starts_at', '<', new Date(addDays(day, 1)))
    .where('ends_at', '>', new Date(day))
    .orderBy('id')
    .execute();
}

/** Whether a commitment has begun and not ended yet. */
function statusOf({ starts_at, ends_at }: CommitmentRow, now: Date): string {
  if (ends_at <= now) return 'expired';
  return starts_at > now ? 'queued' : 'active';
}

const symbols: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' };

/** The price per hour, such as `$2.18`; empty if there is none to show. */
function hourlyText({ currency }: CommitmentRow, price: Decimal | undefined): string {
  if (price === undefined) return '';
  const amount = price.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2);
  return `${symbols[currency] ?? `${currency} `}${amount}`;
}

/** A commitment as the API returns it. */
export const serializeCommitment = (row: CommitmentRow, price: Decimal | undefined, now: Date) => ({
  commitment_type: row.commitment_type,
  service: row.service,
  account: row.account,
  type: row.type,
  amount: row.amount,
  term: row.term,
  payment_type: row.payment_type,
  region: row.region,
  purchase_date: formatDate(row.starts_at),
  expiration_date: formatDate(row.ends_at),
  commitment: hourlyText(row, price),
  status: statusOf(row, now),
  created_at: formatTimestamp(row.created_at),
  workspace_token: row.workspace_token,
});
