import { type Sql, sql } from '../../../platform/store/sql.js';
import { type AllocationShares, periodNumber, periodSql } from './allocation-shares.js';
import type { VirtualTag } from './virtual-tag.js';

/** SQL that allocates rows among the values of a virtual tag: joining the parts turns a row into one row per part. */
export interface Allocation {
  /** SQL of the period whose shares a row gets. */
  period: Sql;
  /** The parts that rows are joined with, as a table: what tells a query with other shares apart. */
  parts: Sql;
  join: (period: Sql) => Sql;
  /** SQL of the part of an amount that a joined row represents. */
  allocate: (amount: Sql) => Sql;
  /** SQL of the share that a joined row represents. */
  share: Sql;
}

/** Joins the parts of allocated rows, under names that begin with `name`. Other rows join none and stay whole. */
export function buildAllocation(
  name: string,
  { values }: VirtualTag,
  shares: ReadonlyMap<string, AllocationShares>,
): Allocation {
  const rows = values.flatMap(({ token }, index) =>
    [...(shares.get(token)?.parts ?? [])].flatMap(([period, parts]) =>
      parts.map((part) => ({ ruleIndex: index + 1, period: periodNumber(period), ...part })),
    ),
  );
  const column = (suffix: string) => sql.ref(`${name}_${suffix}`);
  const periods = values.flatMap(({ token }, index) => {
    const ofValue = shares.get(token);
    return ofValue === undefined
      ? []
      : [sql`${column('rule_index')} = ${index + 1}`, sql`toUInt32(${periodSql(ofValue)})`];
  });
  const columns = [
    sql.bind(
      'Array(UInt32)',
      rows.map((row) => row.ruleIndex),
    ),
    sql.bind(
      'Array(UInt32)',
      rows.map((row) => row.period),
    ),
    sql.bind(
      'Array(String)',
      rows.map(({ value }) => (value === null ? '' : `=${value}`)),
    ),
    sql.bind(
      'Array(String)',
      rows.map(({ share }) => share),
    ),
    sql.bind(
      'Array(String)',
      rows.map(({ otherShares }) => otherShares.join()),
    ),
  ];
  const otherShares = sql`if(part.5 = '', [], splitByChar(',', part.5))`;
  const parts = sql`(
    SELECT
      toUInt16(part.1) AS ${column('of')},
      part.2 AS ${column('period')},
      part.3 AS ${column('part_value')},
      toDecimal256(part.4, 36) AS ${column('share')},
      arrayMap(other -> toDecimal256(other, 36), ${otherShares}) AS ${column('others')}
    FROM (SELECT arrayJoin(arrayZip(${sql.join(columns)})) AS part)
  )`;
  return {
    period: sql`toUInt32(multiIf(${sql.join(periods)}, 0))`,
    share: sql`if(${column('of')} = 0, toDecimal256('1', 36), ${column('share')})`,
    parts,
    join: (period) => sql`LEFT JOIN ${parts} AS ${column('parts')}
      ON ${column('rule_index')} = ${column('parts')}.${column('of')}
        AND ${period} = ${column('parts')}.${column('period')}`,
    allocate: (amount) => {
      const exact = sql`toDecimal256(${amount}, 18)`;
      const part = (share: Sql) => sql`toDecimal256(roundBankers(${exact} * ${share}, 18), 18)`;
      return sql`multiIf(
        ${column('of')} = 0, ${exact},
        empty(${column('others')}), ${part(column('share'))},
        ${exact} - arraySum(other -> ${part(sql`other`)}, ${column('others')})
      )`;
    },
  };
}
