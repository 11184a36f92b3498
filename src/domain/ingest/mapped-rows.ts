import { literal } from '../../platform/store/clickhouse/sql-text.js';
import type { Fault, Mapping } from './format.js';
import { lineDefaults } from './line-defaults.js';
import { nestedSelect } from './nested-select.js';
import type { SourceRows } from './source-rows.js';
import { extraLinesType, type Sql } from './sql/sql.js';
import { tagMap } from './sql/tags.js';

const noExtraLines = `CAST([] AS ${extraLinesType})`;

/**
 * A statement over the mapped rows, of which it gets the columns that it names: planning the others would
 * take longer than reading a small file.
 *
 * One row per source row: the columns of its charge line under their own names, plus what decides
 * whether and where it is stored (`ok`, `faults`, `partition`) and the further lines it creates
 * (`amortization_days`, `extra_lines`).
 */
export function selectMapped(
  mapping: Mapping,
  rows: SourceRows,
  statement: (mappedRows: Sql) => Sql,
): Sql {
  const days = "dateDiff('day', toDate(charge_start), toDate(charge_end - INTERVAL 1 SECOND)) + 1";
  const isAmortized = mapping.amortization?.when ?? 'false';
  const columns: Record<string, Sql> = {
    ...lineDefaults,
    ...mapping.columns,
    tag_pairs: mapping.tagPairs ?? 'CAST([] AS Array(Tuple(String, String)))',
    tags: tagMap('tag_pairs'),
    partition: `ifNull(${mapping.partition}, '')`,
    ok: isValid(mapping),
    faults: faultList(mapping),
    amortization_days: `if(ifNull((${isAmortized}) AND effective_cost != 0 AND ${days} > 1, false), ${days}, 0)`,
    extra_lines: mapping.extraLines ?? noExtraLines,
    source_billed: mapping.sourceBilled ?? 'billed_cost',
    unreadable_values: rows.unreadable,
    row_hash: mapping.hasRowIds !== true ? '0' : `sipHash64(tuple(${rows.columns.join(', ')}))`,
  };
  const where = mapping.where === undefined ? '' : `\nWHERE ${mapping.where}`;
  return statement(nestedSelect(columns, rows.sql, statement(where)) + where);
}

/** Whether a row has no fault; far cheaper than the list of faults, which only rejected rows need. */
function isValid(mapping: Mapping): Sql {
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

/** Providers allow some dozens. */
const maxTags = 1000;
/** Ten years; each day becomes a line. */
const maxAmortizationDays = 3660;

/** Faults that a row of any file can have. */
const rowFaults: readonly Fault[] = [
  {
    column: '',
    when: "extra_field != ''",
    reason: 'has more fields than the header',
    sample: 'extra_field',
  },
  { column: '', when: 'NOT is_utf8', reason: 'is not valid UTF-8', sample: "''" },
  {
    column: '',
    when: `length(tag_pairs) > ${maxTags}`,
    reason: `has more than ${maxTags} tags`,
    sample: "''",
  },
  {
    column: '',
    when: `amortization_days > ${maxAmortizationDays}`,
    reason: `is charged for more than ${maxAmortizationDays} days`,
    sample: 'toString(charge_end)',
  },
];
