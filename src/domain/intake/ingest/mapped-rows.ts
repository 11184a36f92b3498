import { type Sql, sql } from '../../../platform/store/sql.js';
import { amortizationDays } from './amortization.js';
import type { Fault, Mapping } from './format.js';
import { lineDefaults } from './line-defaults.js';
import { nestedSelect } from './nested-select.js';
import type { SourceRows } from './source-rows.js';
import { extraLinesType } from './sql/expressions.js';
import { noPairs, tagMap } from './sql/tags.js';

const noTags = sql`CAST(map() AS Map(String, String))`;
const noExtraLines = sql`CAST([] AS ${extraLinesType})`;

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
  const columns: Record<string, Sql> = {
    ...lineDefaults,
    ...mapping.columns,
    tag_pairs: mapping.tagPairs ?? noPairs,
    tags: hasTags(mapping) ? tagMap(sql`tag_pairs`) : noTags,
    partition: sql`ifNull(${mapping.partition}, '')`,
    ok: isValid(mapping),
    faults: faultList(mapping),
    amortization_days: amortizationDays(mapping.amortization, sql.ref),
    extra_lines: mapping.extraLines ?? noExtraLines,
    source_billed: mapping.sourceBilled ?? sql`billed_cost`,
    unreadable_values: rows.unreadable ?? sql`CAST([] AS Array(String))`,
    row_hash:
      mapping.hasRowIds !== true ? sql`0` : sql`sipHash64(tuple(${sql.refs(rows.columns)}))`,
  };
  const where = mapping.where === undefined ? sql`` : sql`\nWHERE ${mapping.where}`;
  return statement(sql`${nestedSelect(columns, rows.sql, statement(where))}${where}`);
}

/** Whether rows may have tags. */
export const hasTags = ({ tagPairs = noPairs }: Mapping): boolean => tagPairs !== noPairs;

/** Whether a row has no fault; far cheaper than the list of faults, which only rejected rows need. */
function isValid(mapping: Mapping): Sql {
  const faults = [...mapping.faults, ...rowFaults].map(({ when }) => sql`ifNull(${when}, false)`);
  return sql`NOT (${sql.join(faults, ' OR ')})`;
}

function faultList(mapping: Mapping): Sql {
  const faults = [...mapping.faults, ...rowFaults].map(
    ({ column, when, reason, sample }) =>
      sql`(${sql.literal(column)}, if(ifNull(${when}, false), ${sql.literal(reason)}, ''),
        substringUTF8(ifNull(${sample}, ''), 1, 80))`,
  );
  return sql`arrayFilter(f -> f.2 != '', [${sql.join(faults)}])`;
}

/** Providers allow some dozens. */
const maxTags = 1000;
/** Ten years; each day becomes a line. */
const maxAmortizationDays = 3660;

/** Faults that a row of any file can have. */
const rowFaults: readonly Fault[] = [
  {
    column: '',
    when: sql`extra_field != ''`,
    reason: 'has more fields than the header',
    sample: sql`extra_field`,
  },
  { column: '', when: sql`NOT is_utf8`, reason: 'is not valid UTF-8', sample: sql`''` },
  {
    column: '',
    when: sql`length(tag_pairs) > ${maxTags}`,
    reason: `has more than ${maxTags} tags`,
    sample: sql`''`,
  },
  {
    column: '',
    when: sql`amortization_days > ${maxAmortizationDays}`,
    reason: `is charged for more than ${maxAmortizationDays} days`,
    sample: sql`toString(charge_end)`,
  },
];
