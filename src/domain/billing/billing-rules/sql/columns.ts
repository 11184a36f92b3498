import { anyName, awsColumns } from './aws-columns.js';
import type { BillingColumn, BillingDataset, ColumnType } from './statement.js';

const costColumns: Readonly<Record<string, ColumnType>> = {
  amount: 'number',
  currency: 'text',
  usage_amount: 'number',
  usage_unit: 'text',
  provider: 'text',
  billing_account_id: 'text',
  account_id: 'text',
  // No alias of account_id alone: for Azure it is the subscription.
  resource_account_id: 'text',
  service: 'text',
  region: 'text',
  resource_id: 'text',
  cost_category: 'text',
  cost_sub_category: 'text',
  cost_type: 'text',
  accrued_at: 'date',
};

const aliases: Readonly<Record<string, string>> = {
  date: 'accrued_at',
  provider_account_id: 'billing_account_id',
};

/** Columns of a cost line that always have a value. */
export const requiredColumns: readonly string[] = [
  'amount',
  'currency',
  'provider',
  'service',
  'cost_type',
  'accrued_at',
];

const awsNames = new Map([...awsColumns.keys()].map((name) => [name.toLowerCase(), name]));

/** The column of a name in any letter case; null if the dataset has none. */
export function findColumn(dataset: BillingDataset, written: string): BillingColumn | null {
  return dataset === 'costs' ? findCostColumn(written) : findAwsColumn(written);
}

function findCostColumn(written: string): BillingColumn | null {
  const lower = written.toLowerCase();
  const name = Object.hasOwn(aliases, lower) ? aliases[lower]! : lower;
  if (!Object.hasOwn(costColumns, name)) return null;
  return { dataset: 'costs', name, type: costColumns[name]! };
}

function findAwsColumn(written: string): BillingColumn | null {
  const known = awsNames.get(written.toLowerCase());
  if (known !== undefined) return { dataset: 'aws', name: known, type: awsColumns.get(known)! };
  const [category = '', ...rest] = written.split('/');
  const open = anyName.find((each) => each.toLowerCase() === category.toLowerCase());
  const name = rest.join('/');
  if (open === undefined || name.trim() === '') return null;
  return { dataset: 'aws', name: `${open}/${name}`, type: 'text' };
}
