import { Decimal } from '../../platform/lib/decimal.js';

/** Units of `currency` per one unit of `base`, from a day on. */
export interface ExchangeRate {
  base: string;
  currency: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** Decimal text. */
  rate: string;
}

/** How costs of other currencies are counted in one. */
export interface CurrencyConversion {
  /** Currency of the answer. */
  to: string;
  /** Day whose rate counts: the cost's own, or the last of its month. */
  method: 'daily' | 'end_of_billing_period';
  /** Other currencies that the costs in question have, and their factors by day. */
  factors: readonly ConversionFactor[];
  /** Currencies without any rate: their costs keep rows of their own and stay out of the total. */
  unratedCurrencies: readonly string[];
}

/** One unit of `currency` on `date` is worth `factor` units of the answer's currency. */
export interface ConversionFactor {
  currency: string;
  date: string;
  factor: string;
}

/** Digits kept of a factor; a product with an amount of 20 places then has 50. */
const factorPlaces = 30;

/**
 * Factors for each of these days. Pairs are tried in the order direct, inverse, over the dollar;
 * the first that has any entry counts. A currency without any gets no factor and stays as it is.
 */
export function conversionFactors(
  rates: readonly ExchangeRate[],
  to: string,
  currencies: readonly string[],
  dates: readonly string[],
): ConversionFactor[] {
  return currencies
    .filter((currency) => currency !== to)
    .flatMap((currency) => {
      const rateOn = pairRate(rates, currency, to) ?? overDollar(rates, currency, to);
      if (rateOn === undefined) return [];
      return dates.map((date) => ({
        currency,
        date,
        factor: rateOn(date).toDecimalPlaces(factorPlaces).toFixed(),
      }));
    });
}

type RateOn = (date: string) => Decimal;

function pairRate(rates: readonly ExchangeRate[], from: string, to: string): RateOn | undefined {
  const direct = entries(rates, from, to);
  if (direct.length > 0) return (date) => new Decimal(entryOn(direct, date).rate);
  const inverse = entries(rates, to, from);
  if (inverse.length > 0) return (date) => new Decimal(1).div(entryOn(inverse, date).rate);
  return undefined;
}

function overDollar(rates: readonly ExchangeRate[], from: string, to: string): RateOn | undefined {
  const [toDollar, fromDollar] = [pairRate(rates, from, 'USD'), pairRate(rates, 'USD', to)];
  if (toDollar === undefined || fromDollar === undefined) return undefined;
  return (date) => toDollar(date).times(fromDollar(date));
}

function entries(rates: readonly ExchangeRate[], base: string, currency: string): ExchangeRate[] {
  return rates
    .filter((rate) => rate.base === base && rate.currency === currency)
    .toSorted((a, b) => a.date.localeCompare(b.date));
}

/** The latest entry up to the day, or the earliest when all are later. */
function entryOn(sorted: readonly ExchangeRate[], date: string): ExchangeRate {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.date <= date) low = middle + 1;
    else high = middle;
  }
  return sorted[Math.max(low - 1, 0)]!;
}
