import { Decimal } from '../../platform/lib/decimal.js';
import { lastOfMonth } from '../../platform/lib/days.js';
import type { CurrencyConversion } from '../costs/currency-conversion.js';
import type { PricedFlow, TransferRate, TransferRates } from './transfer-rates.js';

/** Flows that have the same price per byte. */
export interface PriceKey extends PricedFlow {
  day: string;
  /** Decimal text from 0 to 1. */
  sample_rate: string;
}

/** Prices by key, as parameters of the statement that applies them. */
export interface FlowPrices {
  keys: string[];
  /** Price of an observed byte, scaled up by the sample rate. */
  prices: string[];
  /** Price of an observed byte. */
  sampledPrices: string[];
  currencies: string[];
}

/** Decimal places of a price per byte: its product with all bytes of a year is exact to 18 places. */
const pricePlaces = 40;
const bytesPerGigabyte = new Decimal(2).pow(30);

/** The same text as `priceKeySql` gives. */
const priceKey = (key: PriceKey) =>
  [
    key.day,
    key.account_id,
    key.region,
    key.traffic_category,
    key.flow_direction,
    key.through_nat ? '1' : '0',
    new Decimal(key.sample_rate).toFixed(),
  ].join('|');

/** SQL of the columns that decide the price of a flow, by the name in `PriceKey`. */
export const priceColumns = {
  day: 'toString(day)',
  account_id: "ifNull(account_id, '')",
  region: "ifNull(region, '')",
  traffic_category: 'traffic_category',
  flow_direction: 'flow_direction',
  through_nat: 'toUInt8(through_nat)',
  sample_rate: 'toString(sample_rate)',
} as const;

export const priceKeySql = `arrayStringConcat([${Object.values(priceColumns)
  .map((column) => `toString(${column})`)
  .join(', ')}], '|')`;

/** The price of each key in the currency of the workspace, at the exchange rate of its day. */
export function pricesOf(
  keys: readonly PriceKey[],
  rates: TransferRates,
  conversion: CurrencyConversion,
): FlowPrices {
  const result: FlowPrices = { keys: [], prices: [], sampledPrices: [], currencies: [] };
  for (const key of keys) {
    const { amount, currency } = totalRate(rates.of(key), key.day, conversion);
    const perByte = amount.dividedBy(bytesPerGigabyte);
    result.keys.push(priceKey(key));
    result.sampledPrices.push(perByte.toDecimalPlaces(pricePlaces).toFixed());
    result.prices.push(perByte.dividedBy(key.sample_rate).toDecimalPlaces(pricePlaces).toFixed());
    result.currencies.push(currency);
  }
  return result;
}

/**
 * The sum of rates in the currency of the workspace. Without an exchange rate, the currency of the first
 * one stays, and rates in others are left out.
 */
function totalRate(
  rates: readonly TransferRate[],
  day: string,
  conversion: CurrencyConversion,
): { amount: Decimal; currency: string } {
  const converted = rates.map(({ rate, currency }) => {
    const factor = factorOf(currency, day, conversion);
    return factor === undefined
      ? { amount: rate, currency }
      : { amount: rate.times(factor), currency: conversion.to };
  });
  const currency = converted[0]?.currency ?? conversion.to;
  const amount = converted
    .filter((rate) => rate.currency === currency)
    .reduce((total, rate) => total.plus(rate.amount), new Decimal(0));
  return { amount, currency };
}

function factorOf(
  currency: string,
  day: string,
  { to, method, factors }: CurrencyConversion,
): string | undefined {
  if (currency === to) return '1';
  const date = method === 'daily' ? day : lastOfMonth(day);
  return factors.find((factor) => factor.currency === currency && factor.date === date)?.factor;
}
