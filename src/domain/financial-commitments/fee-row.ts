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
  /** The latest recurring fee, and the hours it is for. */
  recurring_fee: string;
  recurring_hours: string;
  /** The latest payment that does not recur. */
  upfront_fee: string;
  /** The longest period that one payment is for. */
  longest_hours: string;
}

const isFee = "charge_group = 'fee' AND line_kind = 'charge'";
const isRecurring = `${isFee} AND ifNull(charge_frequency, '') != 'one_time'`;
const hours = "dateDiff('hour', charge_start, charge_end)";

/** The value that the latest fee has, a recurring one before a single payment. */
const latest = (column: string) =>
  `argMaxIf(${column}, tuple(ifNull(charge_frequency, '') != 'one_time', charge_start), ${isFee})`;

const latestText = (name: string, expression = `lines.${name}`) =>
  `${latest(`ifNull(${expression}, '')`)} AS ${name}`;

/**
 * One row per commitment with a fee in these loads. Commitments that only appear on covered usage, in a
 * bill without their purchase, have neither a start nor an end and are left out.
 */
export const feeRowsStatement = [
  'SELECT',
  [
    'assumeNotNull(lines.commitment_id) AS commitment_id',
    latestText('commitment_name'),
    `${latest('lines.provider')} AS provider`,
    `${latest('lines.commitment_type')} AS commitment_type`,
    `${latest('lines.service')} AS service`,
    latestText('service_code'),
    latestText('account', 'coalesce(commitment_owner_account_id, account_id, provider_account_id)'),
    latestText('instance_type'),
    latestText('region'),
    latestText('cost_category'),
    `${latest('lines.currency')} AS currency`,
    `${latest('lines.attributes')} AS attributes`,
    "anyIf(lines.attributes['pricing/LeaseContractLength'], lines.attributes['pricing/LeaseContractLength'] != '') AS lease",
    "anyIf(lines.attributes['pricing/PurchaseOption'], lines.attributes['pricing/PurchaseOption'] != '') AS purchase_option",
    `minIf(charge_start, ${isFee}) AS first_charge`,
    `maxIf(charge_end, ${isFee}) AS last_end`,
    `argMaxIf(billed_cost, charge_start, ${isRecurring}) AS recurring_fee`,
    `argMaxIf(${hours}, charge_start, ${isRecurring}) AS recurring_hours`,
    `argMaxIf(billed_cost, charge_start, ${isFee} AND charge_frequency = 'one_time') AS upfront_fee`,
    `maxIf(${hours}, ${isFee}) AS longest_hours`,
  ].join(',\n  '),
  'FROM lines',
  'WHERE lines.integration_token = {integration:String} AND load_id IN {loads:Array(UInt32)}',
  '  AND lines.commitment_id IS NOT NULL',
  "  AND lines.commitment_type IN ('reserved_instance', 'savings_plan')",
  `GROUP BY lines.commitment_id HAVING countIf(${isFee}) > 0`,
].join('\n');
