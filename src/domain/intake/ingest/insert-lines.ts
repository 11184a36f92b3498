import { type Sql, sql } from '../../../platform/store/sql.js';
import { countedOnce, startOfDay } from './amortization.js';
import type { Mapping } from './format.js';
import { lineDefaults } from './line-defaults.js';
import { selectMapped } from './mapped-rows.js';
import type { SourceRows } from './source-rows.js';
import { amortizedShare } from './sql/amortize.js';
import { isMissing } from './sql/expressions.js';
import { tagSetId } from './sql/tags.js';

/** A condition, and the value of a column where it holds. */
type Case = readonly [when: Sql, value: Sql];

const firstOf = (cases: readonly Case[], otherwise: Sql): Sql =>
  cases.length === 0
    ? otherwise
    : sql`multiIf(
      ${sql.join(cases.flat())},
      ${otherwise})`;

/**
 * Columns that differ between the lines of a mapped row: part 0 is the charge itself, the next parts
 * are the days it is amortized over, the remaining ones are its extra lines.
 */
function partColumns(
  { amortization, extraLines }: Mapping,
  copied: Readonly<Record<string, Sql>>,
): Record<string, Sql> {
  const isDay = sql`part > 0 AND part <= amortization_days`;
  const extra = sql`extra_lines[part - amortization_days]`;
  const onDay = (value: Sql): Case[] => (amortization === undefined ? [] : [[isDay, value]]);
  const onExtra = (value: Sql): Case[] =>
    extraLines === undefined ? [] : [[sql`part > amortization_days`, value]];
  const shareOfDay = amortizedShare(sql`effective_cost`, sql`part`, sql`amortization_days`);
  const amortized: Case = [sql`amortization_days > 0`, sql`toDecimal128(0, 18)`];
  const cases = {
    line_kind: [...onDay(sql`'amortization'`), ...onExtra(sql`${extra}.kind`)],
    charge_start: onDay(startOfDay(sql.ref, sql`part`)),
    charge_end: onDay(startOfDay(sql.ref, sql`part + 1`)),
    billed_cost: [...onDay(sql`toDecimal128(0, 18)`), ...onExtra(sql`${extra}.billed`)],
    effective_cost: [
      ...onDay(shareOfDay),
      ...onExtra(sql`${extra}.effective`),
      ...(amortization === undefined ? [] : [amortized]),
    ],
    charge_type: onExtra(sql`${extra}.charge_type`),
    amortized_charge_type: [
      ...onDay(amortization?.chargeType(sql.ref) ?? sql`NULL`),
      ...onExtra(sql`${extra}.amortized_charge_type`),
    ],
    charge_group: onExtra(sql`${extra}.charge_group`),
    commitment_type: onExtra(sql`${extra}.commitment_type`),
    commitment_id: onExtra(sql`coalesce(${extra}.commitment_id, commitment_id)`),
    commitment_status: onDay(amortization?.commitmentStatus(sql.ref) ?? sql`commitment_status`),
    ...Object.fromEntries(
      countedOnce
        .filter((column) => column in copied)
        .map((column) => [column, [...onDay(sql`NULL`), ...onExtra(sql`NULL`)]]),
    ),
  } satisfies Record<string, Case[]>;
  return Object.fromEntries(
    Object.entries<Case[]>(cases)
      .filter(([, list]) => list.length > 0)
      .map(([column, list]) => [
        column,
        firstOf(list, column === 'line_kind' ? sql`'charge'` : sql.ref(column)),
      ]),
  );
}

/** Columns of a mapped row; those without a value in any row are left to their default, which is null. */
function copiedColumns(mapping: Mapping): Record<string, Sql> {
  const columns: Record<string, Sql> = { ...lineDefaults, ...mapping.columns };
  const names = Object.keys(lineDefaults).filter((name) => !isMissing(columns[name]!));
  return Object.fromEntries(names.map((name) => [name, sql.ref(name)]));
}

export interface LineTarget {
  integrationToken: string;
  sourceFormat: string;
  /** Load id by partition. */
  loads: ReadonlyMap<string, number>;
  /** Drops rows that repeat another one. */
  dropDuplicates: boolean;
  /** Some rows have faults, so invalid rows must be filtered out. */
  hasFaults: boolean;
}

/** The statement with which the engine turns source rows into stored lines. */
export function insertLines(mapping: Mapping, rows: SourceRows, target: LineTarget): Sql {
  const copied = copiedColumns(mapping);
  const parts = partColumns(mapping, copied);
  const columns: Record<string, Sql> = {
    load_id: loadIdByPartition(target.loads),
    integration_token: sql.literal(target.integrationToken),
    source_format: sql.literal(target.sourceFormat),
    source_file: sql`source_file`,
    source_row: sql`source_row`,
    part: sql`part`,
    line_kind: sql`'charge'`,
    ...copied,
    ...parts,
    charge_start: sql`${parts['charge_start'] ?? sql`charge_start`} AS line_start`,
    charge_end: sql`${parts['charge_end'] ?? sql`charge_end`} AS line_end`,
    usage_date: sql`toDate(line_start)`,
    granularity,
    tag_set_id: tagSetId(sql`tags`),
    tags: sql`tags`,
  };
  const valid = target.hasFaults ? sql` WHERE ok` : sql``;
  const unique = target.dropDuplicates ? sql`\nLIMIT 1 BY row_hash` : sql``;
  return selectMapped(
    mapping,
    rows,
    (mappedRows) =>
      sql`INSERT INTO lines (${sql.refs(Object.keys(columns))})
SELECT
  ${sql.join(Object.values(columns), ',\n  ')}
FROM (
SELECT * FROM (
${mappedRows}
)${valid}${unique}
)
ARRAY JOIN range(toUInt32(1 + amortization_days + length(extra_lines))) AS part`,
  );
}

function loadIdByPartition(loads: ReadonlyMap<string, number>): Sql {
  const ids = sql.numbers([...loads.values()]);
  return sql`transform(partition, ${sql.array([...loads.keys()])}, [${ids}], 0)`;
}

const granularity = sql`multiIf(
    (dateDiff('second', line_start, line_end) AS seconds) <= 3600, 'hour',
    seconds <= 86400, 'day',
    seconds <= 2678400, 'month',
    'term')`;
