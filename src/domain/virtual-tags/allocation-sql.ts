import type { QueryParameters } from '../vql/index.js';
import { type AllocationShares, periodNumber, periodSql } from './allocation-shares.js';
import type { VirtualTag } from './virtual-tag.js';

/** SQL that allocates rows among the values of a virtual tag: joining the parts turns a row into one row per part. */
export interface Allocation {
  /** SQL of the period whose shares a row gets. */
  period: string;
  join: (period: string) => string;
  /** SQL of the part of an amount that a joined row represents. */
  allocate: (amount: string) => string;
  /** SQL of the share that a joined row represents. */
  share: string;
}

/** Joins the parts of allocated rows, under names that begin with `name`. Other rows join none and stay whole. */
export function buildAllocation(
  name: string,
  { values }: VirtualTag,
  shares: ReadonlyMap<string, AllocationShares>,
  parameters: QueryParameters,
): Allocation {
  const rows = values.flatMap(({ token }, index) =>
    [...(shares.get(token)?.parts ?? [])].flatMap(([period, parts]) =>
      parts.map((part) => ({ ruleIndex: index + 1, period: periodNumber(period), ...part })),
    ),
  );
  const periods = values.flatMap(({ token }, index) => {
    const ofValue = shares.get(token);
    return ofValue === undefined
      ? []
      : [`${name}_rule_index = ${index + 1}`, `toUInt32(${periodSql(ofValue)})`];
  });
  const columns = [
    parameters.bind(
      'Array(UInt32)',
      rows.map((row) => row.ruleIndex),
    ),
    parameters.bind(
      'Array(UInt32)',
      rows.map((row) => row.period),
    ),
    parameters.bind(
      'Array(String)',
      rows.map(({ value }) => (value === null ? '' : `=${value}`)),
    ),
    parameters.bind(
      'Array(String)',
      rows.map(({ share }) => share),
    ),
    parameters.bind(
      'Array(String)',
      rows.map(({ otherShares }) => otherShares.join()),
    ),
  ];
  return {
    period: `toUInt32(multiIf(${periods.join(', ')}, 0))`,
    share: `if(${name}_of = 0, toDecimal256('1', 36), ${name}_share)`,
    join: (period) =>
      [
        `LEFT JOIN (SELECT toUInt16(part.1) AS ${name}_of, part.2 AS ${name}_period, part.3 AS ${name}_part_value,`,
        `    toDecimal256(part.4, 36) AS ${name}_share,`,
        `    arrayMap(other -> toDecimal256(other, 36), if(part.5 = '', [], splitByChar(',', part.5))) AS ${name}_others`,
        `  FROM (SELECT arrayJoin(arrayZip(${columns.join(', ')})) AS part)`,
        `) AS ${name}_parts ON ${name}_rule_index = ${name}_parts.${name}_of` +
          ` AND ${period} = ${name}_parts.${name}_period`,
      ].join('\n'),
    allocate: (amount) => {
      const exact = `toDecimal256(${amount}, 18)`;
      const part = (share: string) => `toDecimal256(roundBankers(${exact} * ${share}, 18), 18)`;
      return (
        `multiIf(${name}_of = 0, ${exact}, empty(${name}_others), ${part(`${name}_share`)},` +
        ` ${exact} - arraySum(other -> ${part('other')}, ${name}_others))`
      );
    },
  };
}
