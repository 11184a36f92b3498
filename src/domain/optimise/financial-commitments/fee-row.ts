import { selectList, type Sql, sql } from '../../../platform/store/sql.js';
import { isFee, recurs } from './period-fees.js';

/** What the fee lines of one commitment say, as read from the cost store. */
export interface FeeRow {
  commitment_id: string;
  commitment_name: string;
  provider: string;
  commitment_type: 'reserved_instance' | 'savings_plan';
  service: string;
  service_code: string;
  /** Account in the id of the commitment, else the account that is charged. */
  account: string;
  instance_type: string;
  region: string;
  cost_category: string;
  currency: string;
  /** Terms as the bill names them, such as `reservation/StartTime`. */
  attributes: Record<string, string>;
  /** Terms that only covered usage has. */
  lease: string;
  purchase_option: string;
  first_charge: string;
  last_end: string;
  /** The longest period that one payment is for. */
  longest_hours: string;
}

const hours = sql`dateDiff('hour', charge_start, charge_end)`;

/** The value that the latest fee has, a recurring one before a single payment. */
const latest = (value: Sql): Sql =>
  sql`argMaxIf(${value}, tuple(${recurs}, charge_start), ${isFee})`;

const latestText = (value: Sql): Sql => latest(sql`ifNull(${value}, '')`);

/** An attribute of any line that has it. */
function anyAttribute(name: string): Sql {
  const attribute = sql`lines.attributes[${sql.literal(name)}]`;
  return sql`anyIf(${attribute}, ${attribute} != '')`;
}

const account = sql`coalesce(commitment_owner_account_id, account_id, provider_account_id)`;

const columns: Record<keyof FeeRow, Sql> = {
  commitment_id: sql`assumeNotNull(lines.commitment_id)`,
  commitment_name: latestText(sql`lines.commitment_name`),
  provider: latest(sql`lines.provider`),
  commitment_type: latest(sql`lines.commitment_type`),
  service: latest(sql`lines.service`),
  service_code: latestText(sql`lines.service_code`),
  account: latestText(account),
  instance_type: latestText(sql`lines.instance_type`),
  region: latestText(sql`lines.region`),
  cost_category: latestText(sql`lines.cost_category`),
  currency: latest(sql`lines.currency`),
  attributes: latest(sql`lines.attributes`),
  lease: anyAttribute('pricing/LeaseContractLength'),
  purchase_option: anyAttribute('pricing/PurchaseOption'),
  first_charge: sql`minIf(charge_start, ${isFee})`,
  last_end: sql`maxIf(charge_end, ${isFee})`,
  longest_hours: sql`maxIf(${hours}, ${isFee})`,
};

/**
 * One row per commitment with a fee in some loads of an integration. Commitments that only appear on
 * covered usage, in a bill without their purchase, have neither a start nor an end and are left out.
 */
export function feeRowsStatement(ofLoads: Sql): Sql {
  return sql`SELECT
      ${selectList(columns)}
    FROM lines
    WHERE ${ofLoads} AND lines.commitment_id IS NOT NULL
      AND lines.commitment_type IN ('reserved_instance', 'savings_plan')
    GROUP BY lines.commitment_id HAVING countIf(${isFee}) > 0`;
}
