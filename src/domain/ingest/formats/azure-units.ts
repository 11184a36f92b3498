import type { Sql } from '../sql/sql.js';
import { usageUnit } from '../sql/units.js';

const parts = (text: Sql): Sql =>
  `extractGroups(ifNull(${text}, ''), '^([0-9]*)([KMB]?)(?:/| |$)? *(.*)$')`;

/** How many units one unit of measure stands for: `10K` 10000, `100 Hours` 100, `GB` 1. */
export function blockSize(unitOfMeasure: Sql): Sql {
  const found = parts(unitOfMeasure);
  const count = `greatest(toInt64OrZero(${found}[1]), 1)`;
  return `toDecimal128(${count} * transform(${found}[2], ['K', 'M', 'B'], [1000, 1000000, 1000000000], 1), 18)`;
}

/** The unit without its block size: `100 Hours` is Hours, `10K` and `1/Month` are Units. */
export function blockUnit(unitOfMeasure: Sql): Sql {
  const rest = `${parts(unitOfMeasure)}[3]`;
  return `multiIf(${unitOfMeasure} IS NULL, 'Units', ${rest} = '', 'Units', match(ifNull(${unitOfMeasure}, ''), '^[0-9]+[KMB]? ?/'), concat('Units/', ${rest}), ifNull(${usageUnit(rest)}, 'Units'))`;
}
