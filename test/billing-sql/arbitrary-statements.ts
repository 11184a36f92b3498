import * as fc from 'fast-check';
import type {
  BillingColumn,
  BillingDataset,
  BillingStatement,
  Condition,
  Expression,
  Literal,
} from '../../src/domain/billing/billing-rules/sql/index.js';

const columns: Record<BillingDataset, readonly BillingColumn[]> = {
  costs: [
    { dataset: 'costs', name: 'amount', type: 'number' },
    { dataset: 'costs', name: 'usage_amount', type: 'number' },
    { dataset: 'costs', name: 'region', type: 'text' },
    { dataset: 'costs', name: 'usage_unit', type: 'text' },
    { dataset: 'costs', name: 'accrued_at', type: 'date' },
  ],
  aws: [
    { dataset: 'aws', name: 'lineItem/UnblendedCost', type: 'number' },
    { dataset: 'aws', name: 'lineItem/LineItemType', type: 'text' },
    { dataset: 'aws', name: 'savingsPlan/SavingsPlanARN', type: 'text' },
    { dataset: 'aws', name: 'costCategory/Team "A"', type: 'text' },
  ],
};

const number = fc
  .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]): Literal => ({ type: 'number', value: decimalText(digits, places) }));

/** The plain notation without zeros at its end. */
function decimalText(digits: bigint, places: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const fraction = text.slice(text.length - places).replace(/0+$/, '');
  if (digits === 0n) return '0';
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

const text = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.constantFrom("it's", '--', '%', '0.95'))
  .map((value): Literal => ({ type: 'text', value }));
const nothing = fc.constant<Literal>({ type: 'null' });
const literal = fc.oneof(number, text, nothing);

function expressionsOf(dataset: BillingDataset): fc.Arbitrary<Expression> {
  const column = fc
    .constantFrom(...columns[dataset])
    .map((column): Expression => ({ type: 'column', column }));
  const { any } = fc.letrec<{ any: Expression; numeric: Expression }>((tie) => ({
    numeric: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(number, column, nothing),
      fc.record({
        type: fc.constant('arithmetic' as const),
        operator: fc.constantFrom('+', '-', '*', '/' as const),
        left: tie('numeric'),
        right: tie('numeric'),
      }),
    ),
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(literal, column),
      tie('numeric'),
      fc.record({
        type: fc.constant('concat' as const),
        operands: fc.array(tie('any'), { minLength: 2, maxLength: 3 }),
      }),
      fc.record({
        type: fc.constant('call' as const),
        name: fc.constantFrom('LOWER', 'UPPER' as const),
        operands: fc.tuple(tie('any')),
      }),
      fc.record({
        type: fc.constant('call' as const),
        name: fc.constant('COALESCE' as const),
        operands: fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
      }),
    ),
  }));
  return any;
}

/** Conditions over the columns of a dataset. */
function conditionsOf(dataset: BillingDataset): fc.Arbitrary<Condition> {
  const operand = expressionsOf(dataset);
  const negated = fc.boolean();
  const test = fc.oneof(
    fc.record({
      type: fc.constant('compare' as const),
      operator: fc.constantFrom('=', '!=', '<', '<=', '>', '>=' as const),
      left: operand,
      right: operand,
    }),
    fc.record({
      type: fc.constant('in' as const),
      negated,
      operand,
      values: fc.array(literal, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('like' as const),
      negated,
      operand,
      pattern: operand,
    }),
    fc.record({ type: fc.constant('is_null' as const), negated, operand }),
  ) as fc.Arbitrary<Condition>;
  const { any } = fc.letrec<{ any: Condition }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      test,
      fc.record({
        type: fc.constantFrom('and', 'or' as const),
        operands: fc.array(tie('any'), { minLength: 2, maxLength: 3 }),
      }),
      fc.record({ type: fc.constant('not' as const), operand: tie('any') }),
    ),
  }));
  return any;
}

const dataset = fc.constantFrom<BillingDataset>('aws', 'costs');

/** Text columns accept every value. */
const assignments = (from: BillingDataset) =>
  fc.uniqueArray(
    fc.record({
      column: fc.constantFrom(...columns[from].filter(({ type }) => type === 'text')),
      value: expressionsOf(from),
    }),
    { minLength: 1, maxLength: 2, selector: ({ column }) => column.name },
  );

const updates = dataset.chain((from) =>
  fc.record({
    kind: fc.constant('update' as const),
    dataset: fc.constant(from),
    sets: assignments(from),
    where: fc.option(conditionsOf(from)),
  }),
);

const deletes = dataset.chain((from) =>
  fc.record({
    kind: fc.constant('delete' as const),
    dataset: fc.constant(from),
    where: conditionsOf(from),
  }),
);

const insertedColumns = [
  { dataset: 'costs', name: 'provider', type: 'text' },
  { dataset: 'costs', name: 'amount', type: 'number' },
  { dataset: 'costs', name: 'region', type: 'text' },
] as const;

const inserts = fc
  .array(fc.tuple(text, number, literal), { minLength: 1, maxLength: 3 })
  .map((rows) => ({ kind: 'insert', dataset: 'costs', columns: insertedColumns, rows }) as const);

/** Valid statements that use every form of the dialect. */
export const statements: fc.Arbitrary<BillingStatement> = fc.oneof(updates, deletes, inserts);

/** Parts of statements in any order. */
export const tokenSoup = fc
  .array(
    fc.constantFrom(
      ...'UPDATE DELETE INSERT FROM INTO SET WHERE VALUES aws costs amount costs.amount ( ) , ; = < <>'.split(
        ' ',
      ),
      ...'|| + - * / AND OR NOT IN LIKE IS NULL LOWER COALESCE 1 .5 9999999999999999999999'.split(
        ' ',
      ),
      "'text'",
      "'",
      '"',
      'aws.lineItem/UnblendedCost',
      'aws."lineItem/Foo"',
      '--',
      '\n',
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(' '));
