import { literal } from '../../platform/store/clickhouse/sql-text.js';
import type { Fault, Mapping } from './format.js';
import { layeredSelect } from './layers.js';
import { lineDefaults, type LineColumn } from './line.js';
import type { SourceRows } from './rows-sql.js';
import { spreadShare } from './sql/spread.js';
import { extraLineType, type Sql } from './sql/sql.js';
import { tagMap, tagSetId } from './sql/tags.js';

const noExtras = `CAST([] AS ${extraLineType})`;

/**
 * One row per source row: the columns of its charge line under their own names, plus what decides
 * its fate (`ok`, `faults`, `partition`) and what else it makes (`spread_days`, `extras`).
 */
export function mappedRows(mapping: Mapping, rows: SourceRows): Sql {
  const days = "dateDiff('day', toDate(charge_start), toDate(charge_end - INTERVAL 1 SECOND)) + 1";
  const spread = mapping.spread?.when ?? 'false';
  const columns: Record<string, Sql> = {
    ...lineDefaults,
    ...mapping.columns,
    tag_pairs: mapping.tagPairs ?? 'CAST([] AS Array(Tuple(String, String)))',
    tags: tagMap('tag_pairs'),
    partition: `ifNull(${mapping.partition}, '')`,
    ok: isFaultless(mapping),
    faults: faultList(mapping),
    spread_days: `if(ifNull((${spread}) AND effective_cost != 0 AND ${days} > 1, false), ${days}, 0)`,
    extras: mapping.extras ?? noExtras,
    source_billed: mapping.sourceBilled ?? 'billed_cost',
    row_hash: mapping.rowId !== true ? '0' : `sipHash64(tuple(${rows.columns.join(', ')}))`,
  };
  const kept = mapping.keep === undefined ? '' : `\nWHERE ${mapping.keep}`;
  return layeredSelect(columns, rows.sql) + kept;
}

/** Whether a row is kept; the list of faults costs far more and is made for rows that are not. */
function isFaultless(mapping: Mapping): Sql {
  const faults = [...mapping.faults, ...rowFaults].map(({ when }) => `ifNull(${when}, false)`);
  return `NOT (${faults.join(' OR ')})`;
}

function faultList(mapping: Mapping): Sql {
  const faults = [...mapping.faults, ...rowFaults].map(
    ({ column, when, reason, sample }) =>
      `(${literal(column)}, if(ifNull(${when}, false), ${literal(reason)}, ''), substringUTF8(ifNull(${sample}, ''), 1, 80))`,
  );
  return `arrayFilter(f -> f.2 != '', [${faults.join(', ')}])`;
}

/** Reasons to refuse a row of any delimited file. */
const rowFaults: readonly Fault[] = [
  {
    column: '',
    when: "extra_field != ''",
    reason: 'has more fields than the header',
    sample: 'extra_field',
  },
  { column: '', when: 'NOT is_utf8', reason: 'is not valid UTF-8', sample: "''" },
];

/** Columns of `lines` filled from a mapped row `r` and its part number. */
const copied = Object.keys(lineDefaults);

/** Kept on the charge itself, left out of the other lines it makes. */
const onCharge = (column: string): Sql => `if(part = 0, ${column}, NULL)`;

/** What differs between the charge itself, the days it is spread over and the lines made beside it. */
function lineColumns(mapping: Mapping): Partial<Record<LineColumn | 'line_kind', Sql>> {
  const spread = mapping.spread;
  const isDay = 'part > 0 AND part <= spread_days';
  const isExtra = 'part > spread_days';
  const extra = 'extras[part - spread_days]';
  return {
    line_kind: `multiIf(part = 0, 'charge', ${isDay}, 'amortization', ${extra}.kind)`,
    charge_start: `if(${isDay}, toDateTime(toDate(charge_start) + part - 1, 'UTC'), charge_start)`,
    charge_end: `if(${isDay}, toDateTime(toDate(charge_start) + part, 'UTC'), charge_end)`,
    billed_cost: `multiIf(${isDay}, toDecimal128(0, 18), ${isExtra}, ${extra}.billed, billed_cost)`,
    effective_cost: `multiIf(${isDay}, ${spreadShare('effective_cost', 'part', 'spread_days')}, ${isExtra}, ${extra}.effective, spread_days > 0, toDecimal128(0, 18), effective_cost)`,
    charge_type: `if(${isExtra} AND part > 0, ${extra}.charge_type, charge_type)`,
    amortized_charge_type: `multiIf(${isDay}, ${spread?.amortizedChargeType ?? 'NULL'}, part > 0, ${extra}.amortized_charge_type, amortized_charge_type)`,
    charge_group: `if(${isExtra} AND part > 0, ${extra}.charge_group, charge_group)`,
    commitment_type: `if(${isExtra} AND part > 0, ${extra}.commitment_type, commitment_type)`,
    commitment_id: `if(${isExtra} AND part > 0, coalesce(${extra}.commitment_id, commitment_id), commitment_id)`,
    commitment_status: `if(${isDay}, ${spread?.commitmentStatus ?? 'commitment_status'}, commitment_status)`,
    // Quantities and comparison prices belong to the charge once, however many lines it makes.
    usage_amount: onCharge('usage_amount'),
    usage_unit: onCharge('usage_unit'),
    pricing_quantity: onCharge('pricing_quantity'),
    pricing_unit: onCharge('pricing_unit'),
    commitment_quantity: onCharge('commitment_quantity'),
    commitment_unit: onCharge('commitment_unit'),
    list_cost: onCharge('list_cost'),
    contracted_cost: onCharge('contracted_cost'),
  };
}

export interface LineTarget {
  integrationToken: string;
  sourceFormat: string;
  /** Load of each partition of the run. */
  loads: ReadonlyMap<string, number>;
  /** Rows that repeat another one are dropped. */
  dropDuplicates: boolean;
  /** Some rows are known to be faulty, so each one is looked at. */
  hasFaults: boolean;
}

/** The statement that turns source rows into stored lines, inside the engine. */
export function insertLines(mapping: Mapping, rows: SourceRows, target: LineTarget): Sql {
  const special = lineColumns(mapping);
  const start = special.charge_start ?? 'charge_start';
  const end = special.charge_end ?? 'charge_end';
  const columns: Record<string, Sql> = {
    load_id: loadOf(target.loads),
    integration_token: literal(target.integrationToken),
    source_format: literal(target.sourceFormat),
    source_file: 'source_file',
    source_row: 'source_row',
    part: 'part',
    ...Object.fromEntries(copied.map((column) => [column, column])),
    ...special,
    usage_date: `toDate(${start})`,
    granularity: granularity(start, end),
    tag_set_id: tagSetId('tags'),
    tags: 'tags',
  };
  const unique = target.dropDuplicates ? '\nLIMIT 1 BY row_hash' : '';
  return (
    `INSERT INTO lines (${Object.keys(columns).join(', ')})\n` +
    `SELECT\n  ${Object.values(columns).join(',\n  ')}\n` +
    `FROM (\nSELECT * FROM (\n${mappedRows(mapping, rows)}\n)${target.hasFaults ? ' WHERE ok' : ''}${unique}\n)\n` +
    `ARRAY JOIN range(toUInt32(1 + spread_days + length(extras))) AS part`
  );
}

/** The load of a row, by its partition. */
function loadOf(loads: ReadonlyMap<string, number>): Sql {
  const keys = [...loads.keys()].map(literal).join(', ');
  return `transform(partition, [${keys}], [${[...loads.values()].join(', ')}], 0)`;
}

function granularity(start: Sql, end: Sql): Sql {
  const seconds = `dateDiff('second', ${start}, ${end})`;
  return `multiIf(${seconds} <= 3600, 'hour', ${seconds} <= 86400, 'day', ${seconds} <= 2678400, 'month', 'term')`;
}
