import { parseDate } from '../../../../platform/lib/time.js';
import { Decimal } from '../../../../platform/lib/decimal.js';
import { attributeColumns, currencyCodes } from '../../../intake/ingest/index.js';
import { amountLimit, isStorableDay, storableDays } from '../storable-values.js';
import { awsLineColumns } from './aws-line-columns.js';
import type {
  Assignment,
  BillingColumn,
  BillingStatement,
  Condition,
  Expression,
} from './statement.js';

/** Why a statement cannot be applied to costs, in sentences; empty if it can. */
export function applicationProblems(statement: BillingStatement): string[] {
  const problems = [
    ...columnsRead(statement).flatMap(readProblems),
    ...assignmentsOf(statement).flatMap((assignment) => [
      ...targetProblems(assignment.column),
      ...valueProblems(assignment),
    ]),
  ];
  return [...new Set(problems)];
}

const storedProducts = new Set(
  [...attributeColumns, ...Object.keys(awsLineColumns)].map((name) => name.toLowerCase()),
);

/** Bills have any columns under `product/`, of which costs keep some. All others that parse are kept. */
function readProblems({ dataset, name }: BillingColumn): string[] {
  const isStored = !/^product\//i.test(name) || storedProducts.has(name.toLowerCase());
  return dataset === 'costs' || isStored
    ? []
    : [`aws.${name} is not stored with costs, so rules cannot use it`];
}

/** What rules can change of a row besides the columns that its line has. */
const changed = new Set([
  'lineitem/unblendedcost',
  'lineitem/unblendedrate',
  'lineitem/lineitemtype',
]);

function targetProblems({ dataset, name }: BillingColumn): string[] {
  const key = name.toLowerCase();
  if (dataset === 'costs' || key in awsLineColumns || changed.has(key)) return [];
  return [`aws.${name} cannot be changed by rules`];
}

const amounts = new Set([
  'amount',
  'usage_amount',
  'lineitem/unblendedcost',
  'lineitem/usageamount',
]);
const currencyColumns = new Set(['currency', 'lineitem/currencycode']);

/** Values that are only known row by row are checked there. */
function valueProblems({ column, value }: Assignment): string[] {
  if (value.type !== 'text' && value.type !== 'number') return [];
  const name = column.name.toLowerCase();
  const text = value.value;
  if (currencyColumns.has(name) && !currencyCodes.includes(text.toUpperCase()))
    return [`'${text.slice(0, 60)}' is not a currency code such as USD`];
  const day = column.type === 'date' ? parseDate(text) : undefined;
  if (day !== undefined && !isStorableDay(day))
    return [`${column.name} must be from ${storableDays.first} to ${storableDays.last}`];
  if (amounts.has(name) && new Decimal(text.trim()).abs().gte(amountLimit))
    return [`${column.name} must be less than ${amountLimit}`];
  return [];
}

function assignmentsOf(statement: BillingStatement): readonly Assignment[] {
  if (statement.kind === 'update') return statement.sets;
  if (statement.kind === 'delete') return [];
  const { columns, rows } = statement;
  return rows.flatMap((row) => columns.map((column, index) => ({ column, value: row[index]! })));
}

function columnsRead(statement: BillingStatement): BillingColumn[] {
  if (statement.kind === 'insert') return [];
  const ofCondition = statement.where === null ? [] : columnsOfCondition(statement.where);
  const sets = statement.kind === 'update' ? statement.sets : [];
  return [...ofCondition, ...sets.flatMap(({ value }) => columnsOf(value))];
}

function columnsOfCondition(condition: Condition): BillingColumn[] {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.operands.flatMap(columnsOfCondition);
    case 'not':
      return columnsOfCondition(condition.operand);
    case 'compare':
      return [...columnsOf(condition.left), ...columnsOf(condition.right)];
    case 'like':
      return [...columnsOf(condition.operand), ...columnsOf(condition.pattern)];
    default:
      return columnsOf(condition.operand);
  }
}

function columnsOf(expression: Expression): BillingColumn[] {
  if (expression.type === 'column') return [expression.column];
  if (expression.type === 'arithmetic')
    return [...columnsOf(expression.left), ...columnsOf(expression.right)];
  return 'operands' in expression ? expression.operands.flatMap(columnsOf) : [];
}
