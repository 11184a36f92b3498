import { type Sql, sql } from '../../../../platform/store/sql.js';
import { isMissing, typedNull } from './expressions.js';

/**
 * Converts text to an exact amount with 18 places; null if it is not a plain number. The engine's
 * decimal parser reads "1.2.3" as 1.23 and "-" as 0; its float parser accepts neither, and validates
 * the text in a fraction of the time of a regular expression.
 */
export function decimalOfText(text: Sql): Sql {
  if (isMissing(text)) return typedNull.decimal;
  return sql`if(isFinite(toFloat64OrNull(${text})), ${decimalOfNumber(text)}, NULL)`;
}

/**
 * The same for text that is known to be a number. Fractions longer than 18 places are rounded
 * half-even, which needs the wider type: the engine's own conversion truncates them.
 */
export function decimalOfNumber(text: Sql): Sql {
  const rounded = sql`roundBankers(toDecimal256OrNull(${text}, 36), 18)`;
  return sql`if(length(${text}) < 20 AND positionCaseInsensitive(${text}, 'e') = 0,
    toDecimal128OrNull(${text}, 18),
    accurateCastOrNull(${rounded}, 'Decimal(38, 18)'))`;
}

/** Converts amounts as people write them: `$1,234.50`, `-$1.23`, `(1.23)`. */
export function decimalOfLooseText(text: Sql): Sql {
  if (isMissing(text)) return typedNull.decimal;
  const trimmed = sql`trimBoth(${text})`;
  const digits = String.raw`(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?`;
  const amount = String.raw`^([+-]?\$?[+-]?${digits}([eE][+-]?\d+)?|\(\$?${digits}\))$`;
  const plain = sql`replaceRegexpAll(replaceOne(${trimmed}, '(', '-'), '[$,) ]', '')`;
  return sql`if(match(${trimmed}, ${sql.literal(amount)}), ${decimalOfText(plain)}, NULL)`;
}

/** An amount in a type whose sums cannot overflow: those of the stored type wrap around silently. */
export function wide(amount: Sql): Sql {
  return sql`toDecimal256(${amount}, 18)`;
}

/** A product that cannot overflow: computed with 36 places in the wider type, then rounded half-even to 18. */
export function product(amount: Sql, factor: Sql): Sql {
  const exact = sql`multiply(${wide(amount)}, ${wide(factor)})`;
  return sql`accurateCastOrNull(roundBankers(${exact}, 18), 'Decimal(38, 18)')`;
}
