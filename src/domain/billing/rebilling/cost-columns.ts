import { type Sql, sql } from '../../../platform/store/sql.js';
import type { BillingColumn } from '../billing-rules/index.js';
import { chargeGroup, currencyCodes, typedNull } from '../../intake/ingest/index.js';
import { stored } from './amount-sql.js';

/** The amount of a line that conditions compare. */
export const comparedAmount = stored(sql`row.billed_cost`);

const isAzure = sql`row.provider IN ('azure', 'azure_csp')`;

const reads: Readonly<Record<string, Sql>> = {
  currency: sql`row.currency`,
  usage_amount: sql`row.usage_amount`,
  usage_unit: sql`row.usage_unit`,
  provider: sql`row.provider`,
  billing_account_id: sql`row.provider_account_id`,
  account_id: sql`row.account_id`,
  resource_account_id: sql`if(${isAzure}, row.provider_account_id, row.account_id)`,
  service: sql`row.service`,
  region: sql`row.region`,
  resource_id: sql`row.resource_id`,
  cost_category: sql`row.cost_category`,
  cost_sub_category: sql`row.cost_subcategory`,
  cost_type: sql`row.charge_type`,
  accrued_at: sql`toString(row.usage_date)`,
};

/** SQL of a column of the dataset `costs`. */
export function readCostColumn({ name }: BillingColumn, amount: Sql): Sql {
  return name === 'amount' ? amount : reads[name]!;
}

/** Names belong to ids, so they do not outlive them. */
const withoutName = (id: string, name: string, value: Sql): Record<string, Sql> => ({
  [id]: value,
  [name]: sql`if(
    ifNull(row.${sql.ref(id)}, '') = ifNull(${value}, ''),
    row.${sql.ref(name)},
    ${typedNull.text}
  )`,
});

/** The columns of a line that an assignment to a column of `costs`, other than the amount, changes. */
export function writeCostColumn(name: string, value: Sql): Record<string, Sql> {
  switch (name) {
    case 'accrued_at':
      return moveTo(sql`ifNull(toDateOrNull(${value}), row.usage_date)`);
    case 'cost_type':
      return {
        charge_type: sql`ifNull(${value}, row.charge_type)`,
        charge_group: chargeGroup(sql`ifNull(${value}, row.charge_type)`),
        amortized_charge_type: typedNull.text,
      };
    case 'billing_account_id':
      return withoutName('provider_account_id', 'provider_account_name', value);
    case 'account_id':
      return withoutName('account_id', 'account_name', value);
    case 'resource_account_id':
      return {
        ...withoutName(
          'provider_account_id',
          'provider_account_name',
          sql`if(${isAzure}, ${value}, row.provider_account_id)`,
        ),
        ...withoutName('account_id', 'account_name', sql`if(${isAzure}, row.account_id, ${value})`),
      };
    case 'cost_sub_category':
      return { cost_subcategory: value };
    case 'currency':
      return { currency: currencyFrom(value) };
    case 'provider':
    case 'service':
      return { [name]: sql`ifNull(${value}, row.${sql.ref(name)})` };
    default:
      return { [name]: value };
  }
}

/** What is no currency leaves that of the line: an amount without one could not be converted. */
export const currencyFrom = (value: Sql): Sql =>
  sql`if(ifNull(upper(${value}) IN (${sql.literals(currencyCodes)}), false),
    assumeNotNull(upper(${value})), row.currency)`;

function moveTo(date: Sql): Record<string, Sql> {
  const days = sql`dateDiff('day', row.usage_date, ${date})`;
  return {
    usage_date: date,
    charge_start: sql`addDays(row.charge_start, ${days})`,
    charge_end: sql`addDays(row.charge_end, ${days})`,
  };
}
