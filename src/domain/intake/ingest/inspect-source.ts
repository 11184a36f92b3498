import { Decimal, sumDecimals } from '../../../platform/lib/decimal.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Mapping, Warning } from './format.js';
import { hasTags, selectMapped } from './mapped-rows.js';
import type { ImportWarning, RejectedTotal } from './load-store.js';
import { selectFromSource } from './read-source.js';
import type { SourceRows } from './source-rows.js';
import { truncatedTags } from './tag-warnings.js';
import type { FileGroup } from './source-table.js';
import { wide } from './sql/decimal.js';

/** Totals of the source for one partition, month and currency, computed before anything is stored. */
export interface PartitionTotal {
  partition: string;
  /** Billing month, `YYYY-MM`. */
  month: string;
  currency: string;
  rows: number;
  billed: Decimal;
  effective: Decimal;
  /** Sums of the amounts without their signs, which bound every sum of them. */
  magnitude: { cost: Decimal; usage: Decimal };
  /** Provider, month and payer account: `aws 2024-01 123456789012`. */
  payers: string[];
}

export interface Inspection {
  rows: number;
  rejected: number;
  rejectedTotals: RejectedTotal[];
  repeated: number;
  totals: PartitionTotal[];
  warnings: ImportWarning[];
}

interface InspectedRow {
  partition: string;
  month: string;
  payers: string[];
  currency: string;
  rows: string;
  accepted: string;
  rejected: string;
  distinct_rows: string;
  billed: string | null;
  effective: string | null;
  rejected_billed: string | null;
  cost_magnitude: string | null;
  usage_magnitude: string | null;
  [warning: `warning_${number}` | `example_${number}`]: string;
}

/** Whether an accepted row has a warning: a column, because planning the same condition twice takes twice as long. */
function warningColumn({ when }: Warning, index: number): Sql {
  return sql`ok AND ifNull(${when}, false) AS has_warning_${index}`;
}

/** The number of accepted rows with a warning, and an example value. */
function warningTotals({ example }: Warning, index: number): Sql {
  const text = sql`ifNull(toString(anyIf(${example}, has_warning_${index})), '')`;
  return sql`countIf(has_warning_${index}) AS warning_${index},
  substringUTF8(${text}, 1, 80) AS example_${index}`;
}

/** Optional numbers and dates that cannot be read are stored as missing. */
const unreadableValues: Warning = {
  code: 'values_unreadable',
  when: sql`notEmpty(unreadable_values)`,
  example: sql`unreadable_values[1]`,
};

/** The sum of a row's charge and its extra lines. */
function lineSum({ extraLines }: Mapping, amount: 'billed' | 'effective', of = sql``): Sql {
  const ofCharge = sql`${of}(${wide(sql.ref(`${amount}_cost`))})`;
  if (extraLines === undefined) return ofCharge;
  const ofExtra = wide(sql.ref(`extra.${amount}`));
  return sql`${ofCharge} + arraySum(extra -> ${of}(${ofExtra}), extra_lines)`;
}

/** Whether a row is of a bill of a known provider with a payer account. */
const hasPayer = sql`ok AND payer_account_id IS NOT NULL
    AND NOT startsWith(provider, 'custom_provider')`;

function sum(rows: readonly InspectedRow[], count: (row: InspectedRow) => string): number {
  return rows.reduce((total, row) => total + Number(count(row)), 0);
}

/** Adds up amounts by currency; amounts of zero and of no currency are left out. */
export function sumByCurrency(totals: readonly RejectedTotal[]): RejectedTotal[] {
  const named = totals.flatMap(({ currency }) => (/^[A-Z]{3}$/.test(currency) ? [currency] : []));
  const currencies = [...new Set(named)].toSorted();
  return currencies
    .map((currency) => ({
      currency,
      billed: sumDecimals(
        totals.filter((total) => total.currency === currency).map(({ billed }) => billed),
      ),
    }))
    .filter(({ billed }) => !new Decimal(billed).isZero());
}

/** Reads the source once without storing it: row counts, totals per partition and currency, warnings. */
export async function inspectSource(
  store: CostStore,
  group: FileGroup,
  mapping: Mapping,
  rows: SourceRows,
  dropRepeated = false,
): Promise<Inspection> {
  const warnings = [
    ...(mapping.warnings ?? []),
    ...(rows.unreadable === undefined ? [] : [unreadableValues]),
    ...(hasTags(mapping) ? [truncatedTags] : []),
  ];
  const distinctRows =
    mapping.hasRowIds === true ? sql`uniqExactIf(row_hash, ok)` : sql`countIf(ok)`;
  const effective = lineSum(mapping, 'effective');
  const magnitudes = (['billed', 'effective'] as const).map((amount) =>
    lineSum(mapping, amount, sql`abs`),
  );
  const found = await selectFromSource<InspectedRow>(
    store,
    group,
    selectMapped(
      mapping,
      rows,
      (mappedRows) => sql`SELECT
  partition,
  ifNull(formatDateTime(billing_period, '%Y-%m'), '') AS month,
  ifNull(toString(currency), '') AS currency,
  groupUniqArrayIf(concat(provider, ' ', month, ' ', ifNull(payer_account_id, '')), ${hasPayer}) AS payers,
  countIf(ok) AS accepted,
  countIf(NOT ok) AS rejected,
  ${distinctRows} AS distinct_rows,
  sumIf(${wide(sql`source_billed`)}, ok) AS billed,
  sumIf(${wide(sql`source_billed`)}, NOT ok AND source_billed IS NOT NULL) AS rejected_billed,
  sumIf(${effective}, ok) AS effective,
  sumIf(greatest(${sql.join(magnitudes)}), ok) AS cost_magnitude,
  sumIf(abs(${wide(sql`usage_amount`)}), ok) AS usage_magnitude,
  ${sql.join([sql`count() AS rows`, ...warnings.map(warningTotals)], ',\n  ')}
FROM (
SELECT
  ${sql.join([sql`*`, ...warnings.map(warningColumn)], ',\n  ')}
FROM (
${mappedRows}
)${dropRepeated ? sql`\nLIMIT 1 BY ok, row_hash` : sql``}
)
GROUP BY partition, month, currency
ORDER BY partition, month, currency`,
    ),
  );
  const accepted = sum(found, (row) => row.accepted);
  const distinct = sum(found, (row) => row.distinct_rows);
  return {
    rows: sum(found, (row) => row.rows),
    rejected: sum(found, (row) => row.rejected),
    rejectedTotals: sumByCurrency(
      found.map(({ currency, rejected_billed }) => ({ currency, billed: rejected_billed ?? '0' })),
    ),
    repeated: accepted - distinct,
    totals: found
      .filter((row) => Number(row.accepted) > 0)
      .map((row) => ({
        partition: row.partition,
        month: row.month,
        payers: row.payers,
        currency: row.currency,
        rows: Number(row.accepted),
        billed: new Decimal(row.billed ?? 0),
        effective: new Decimal(row.effective ?? 0),
        magnitude: {
          cost: new Decimal(row.cost_magnitude ?? 0),
          usage: new Decimal(row.usage_magnitude ?? 0),
        },
      })),
    warnings: warnings.flatMap(({ code }, index) => {
      const count = sum(found, (row) => row[`warning_${index}`] ?? '0');
      const example = found.find((row) => row[`example_${index}`])?.[`example_${index}`] ?? '';
      return count === 0 ? [] : [{ code, count, example }];
    }),
  };
}
