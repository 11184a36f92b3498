import { type Sql, sql } from '../../../../platform/store/sql.js';
import { isMissing, lookUp, typedNull } from './expressions.js';

const spellings: Readonly<Record<string, readonly string[]>> = {
  Hours: ['Hrs', 'hrs', 'hours', 'Hour', '1 Hour', 'hour'],
  'GB-Months': ['GB-Mo', 'GB-Month', 'GB Months', 'GB/Month'],
  GB: ['Gigabyte'],
  GiB: ['gibibyte'],
  'GiB-Months': ['gibibyte month'],
  'GiB-Hours': ['gibibyte hour'],
  'Byte-Seconds': ['byte-seconds'],
  Bytes: ['bytes'],
  Requests: ['Request', 'requests', 'count of requests'],
  'API Requests': ['API Request'],
  'IOPS-Months': ['IOPS-Mo'],
  Seconds: ['seconds', 'Second'],
  Days: ['days', 'Day'],
  Units: ['Quantity', 'Count', 'count', '1'],
};

const unitOf = Object.fromEntries(
  Object.entries(spellings).flatMap(([unit, names]) => names.map((name) => [name, unit])),
);

/** The canonical name of a unit, so that usage of different providers can be added up. */
export function usageUnit(unit: Sql): Sql {
  if (isMissing(unit)) return typedNull.text;
  const other = sql`replaceRegexpOne(ifNull(${unit}, ''), '-(Hrs|Hr|Hour)$', '-Hours')`;
  return sql`nullIf(${lookUp(unit, unitOf, other)}, '')`;
}
