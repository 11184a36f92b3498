import { type Sql, sql } from '../../../platform/store/sql.js';
import { countedOnce, startOfDay } from './amortization.js';
import type { Mapping } from './format.js';
import { lineDefaults, type LineColumn } from './line-defaults.js';
import { selectMapped } from './mapped-rows.js';
import type { SourceRows } from './source-rows.js';
import { amortizedShare } from './sql/amortize.js';
import { tagSetId } from './sql/tags.js';

/** Columns that are copied from a mapped row unless `partColumns` overrides them. */
const copiedColumns = Object.keys(lineDefaults);

/** Set on the charge itself, null on the other lines it creates. */
const onCharge = (column: string): Sql => sql`if(part = 0, ${sql.ref(column)}, NULL)`;

/**
 * Columns that differ between the lines of a mapped row: part 0 is the charge itself, the next parts
 * are the days it is amortized over, the remaining ones are its extra lines.
 */
function partColumns(mapping: Mapping): Partial<Record<LineColumn | 'line_kind', Sql>> {
  const { amortization } = mapping;
  const isDay = sql`part > 0 AND part <= amortization_days`;
  const isExtra = sql`part > amortization_days`;
  const extra = sql`extra_lines[part - amortization_days]`;
  const shareOfDay = amortizedShare(sql`effective_cost`, sql`part`, sql`amortization_days`);
  const typeOfDay = amortization?.chargeType(sql.ref) ?? sql`NULL`;
  const statusOfDay = amortization?.commitmentStatus(sql.ref) ?? sql`commitment_status`;
  return {
    line_kind: sql`multiIf(part = 0, 'charge', ${isDay}, 'amortization', ${extra}.kind)`,
    charge_start: sql`if(${isDay}, ${startOfDay(sql.ref, sql`part`)}, charge_start)`,
    charge_end: sql`if(${isDay}, ${startOfDay(sql.ref, sql`part + 1`)}, charge_end)`,
    billed_cost: sql`multiIf(${isDay}, toDecimal128(0, 18), ${isExtra}, ${extra}.billed, billed_cost)`,
    effective_cost: sql`multiIf(
      ${isDay}, ${shareOfDay},
      ${isExtra}, ${extra}.effective,
      amortization_days > 0, toDecimal128(0, 18),
      effective_cost)`,
    charge_type: sql`if(${isExtra} AND part > 0, ${extra}.charge_type, charge_type)`,
    amortized_charge_type: sql`multiIf(
      ${isDay}, ${typeOfDay},
      part > 0, ${extra}.amortized_charge_type,
      amortized_charge_type)`,
    charge_group: sql`if(${isExtra} AND part > 0, ${extra}.charge_group, charge_group)`,
    commitment_type: sql`if(${isExtra} AND part > 0, ${extra}.commitment_type, commitment_type)`,
    commitment_id: sql`if(${isExtra} AND part > 0,
      coalesce(${extra}.commitment_id, commitment_id), commitment_id)`,
    commitment_status: sql`if(${isDay}, ${statusOfDay}, commitment_status)`,
    ...Object.fromEntries(countedOnce.map((column) => [column, onCharge(column)])),
  };
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
  const parts = partColumns(mapping);
  const start = parts.charge_start ?? sql`charge_start`;
  const end = parts.charge_end ?? sql`charge_end`;
  const columns: Record<string, Sql> = {
    load_id: loadIdByPartition(target.loads),
    integration_token: sql.literal(target.integrationToken),
    source_format: sql.literal(target.sourceFormat),
    source_file: sql`source_file`,
    source_row: sql`source_row`,
    part: sql`part`,
    ...Object.fromEntries(copiedColumns.map((column) => [column, sql.ref(column)])),
    ...parts,
    usage_date: sql`toDate(${start})`,
    granularity: granularity(start, end),
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

function granularity(start: Sql, end: Sql): Sql {
  const seconds = sql`dateDiff('second', ${start}, ${end})`;
  return sql`multiIf(
    ${seconds} <= 3600, 'hour',
    ${seconds} <= 86400, 'day',
    ${seconds} <= 2678400, 'month',
    'term')`;
}
