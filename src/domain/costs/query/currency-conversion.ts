import { Decimal } from '../../../platform/lib/decimal.js';

/** Units of `currency` per unit of `base`, from a day on. */
export interface ExchangeRate {
  base: string;
  currency: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** Decimal text. */
  rate: string;
}

/** How a query converts costs into one currency. */
export interface CurrencyConversion {
  /** Currency of the result. */
  to: string;
  /** The day whose rate applies: that of the cost, or the last of its month. */
  method: 'daily' | 'end_of_billing_period';
  /** Factors of the other currencies of these costs, by day. */
  factors: readonly ConversionFactor[];
  /** Currencies without an exchange rate: their costs keep rows of their own and stay out of the total. */
  unratedCurrencies: readonly string[];
}

/** One unit of `currency` on `date` is worth `factor` units of the target currency. */
export interface ConversionFactor {
  currency: string;
  date: string;
  factor: string;
}

/** Decimal places of a factor; its product with an amount of 20 places then has 50. */
const factorPlaces = 30;

/**
 * Conversion factors for each of these days, from the direct rates, else the inverse ones, else
 * those over the US dollar; the first pair with any rate applies. A currency without rates gets no
 * factor.
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
      const rateOn = pairRate(rates, currency, to) ?? crossRate(rates, currency, to);
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
  const direct = ratesOfPair(rates, from, to);
  if (direct.length > 0) return (date) => new Decimal(findRateOn(direct, date).rate);
  const inverse = ratesOfPair(rates, to, from);
  if (inverse.length > 0) return (date) => new Decimal(1).div(findRateOn(inverse, date).rate);
  return undefined;
}

function crossRate(rates: readonly ExchangeRate[], from: string, to: string): RateOn | undefined {
  const [toDollar, fromDollar] = [pairRate(rates, from, 'USD'), pairRate(rates, 'USD', to)];
  if (toDollar === undefined || fromDollar === undefined) return undefined;
  return (date) => toDollar(date).times(fromDollar(date));
}

function ratesOfPair(
  rates: readonly ExchangeRate[],
  base: string,
  currency: string,
): ExchangeRate[] {
  return rates
    .filter((rate) => rate.base === base && rate.currency === currency)
    .toSorted((a, b) => a.date.localeCompare(b.date));
}

/** The latest rate up to the day, or the earliest when all are later. */
function findRateOn(sorted: readonly ExchangeRate[], date: string): ExchangeRate {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.date <= date) low = middle + 1;
    else high = middle;
  }
  return sorted[Math.max(low - 1, 0)]!;
}
