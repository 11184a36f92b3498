import { type Sql, sql } from '../../../../platform/store/sql.js';
import { usageUnit } from '../sql/units.js';

const unitParts = (text: Sql): Sql =>
  sql`extractGroups(ifNull(${text}, ''), '^([0-9]*)([KMB]?)(?:/| |$)? *(.*)$')`;

/** The number of units in a unit of measure: 10000 for `10K`, 100 for `100 Hours`, 1 for `GB`. */
export function blockSize(unitOfMeasure: Sql): Sql {
  const parts = unitParts(unitOfMeasure);
  const count = sql`greatest(toInt64OrZero(${parts}[1]), 1)`;
  const factor = sql`transform(${parts}[2], ['K', 'M', 'B'], [1000, 1000000, 1000000000], 1)`;
  return sql`toDecimal128(${count} * ${factor}, 18)`;
}

/** The unit without its block size: `100 Hours` becomes Hours, `10K` becomes Units, `1/Month` becomes Units/Month. */
export function blockUnit(unitOfMeasure: Sql): Sql {
  const name = sql`${unitParts(unitOfMeasure)}[3]`;
  return sql`multiIf(
    ${unitOfMeasure} IS NULL, 'Units',
    ${name} = '', 'Units',
    match(ifNull(${unitOfMeasure}, ''), '^[0-9]+[KMB]? ?/'), concat('Units/', ${name}),
    ifNull(${usageUnit(name)}, 'Units'))`;
}
