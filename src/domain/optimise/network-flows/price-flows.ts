import { Decimal } from '../../../platform/lib/decimal.js';
import { lastOfMonth } from '../../../platform/lib/days.js';
import type { CurrencyConversion } from '../../costs/query/index.js';
import type { PricedFlow, TransferRate, TransferRates } from './transfer-rates.js';

/** Flows that have the same price per byte. */
export interface PriceKey extends PricedFlow {
  /** The key itself. */
  text: string;
  day: string;
  /** Decimal text from 0 to 1. */
  sample_rate: string;
}

/** Distinct prices, and which of them a key has, as parameters of the statement that applies them. */
export interface FlowPrices {
  keys: string[];
  /** Number of the price of each key, from 1. */
  numbers: number[];
  /** Price of an observed byte, scaled up by the sample rate. */
  prices: string[];
  /** Price of an observed byte. */
  sampledPrices: string[];
  /** Bytes transferred per observed byte. */
  scales: string[];
  currencies: string[];
}

/** Decimal places of a price per byte: its product with all bytes of a year is exact to 18 places. */
export const pricePlaces = 40;
/** Decimal places of a scale. */
export const scalePlaces = 20;
const bytesPerGigabyte = new Decimal(2).pow(30);

/** Reads a `price_key` of the table of flows. */
export function parsePriceKey(text: string): PriceKey {
  const [day, traffic_category, flow_direction, nat, sample_rate, account_id, ...region] =
    text.split('|');
  return {
    text,
    day: day!,
    account_id: account_id!,
    region: region.join('|'),
    traffic_category: traffic_category!,
    flow_direction: flow_direction!,
    through_nat: nat === '1',
    sample_rate: sample_rate!,
  };
}

/** The price of each key in the currency of the workspace, at the exchange rate of its day. */
export function pricesOf(
  keys: readonly PriceKey[],
  rates: TransferRates,
  conversion: CurrencyConversion,
): FlowPrices {
  const result: FlowPrices = {
    keys: [],
    numbers: [],
    prices: [],
    sampledPrices: [],
    scales: [],
    currencies: [],
  };
  const numbers = new Map<string, number>();
  for (const key of keys) {
    const { amount, currency } = totalRate(rates.of(key), key.day, conversion);
    const perByte = amount.dividedBy(bytesPerGigabyte);
    const price = perByte.dividedBy(key.sample_rate).toDecimalPlaces(pricePlaces).toFixed();
    const scale = new Decimal(1).dividedBy(key.sample_rate).toDecimalPlaces(scalePlaces).toFixed();
    const identity = [price, scale, currency].join('|');
    if (!numbers.has(identity)) {
      numbers.set(identity, numbers.size + 1);
      result.prices.push(price);
      result.sampledPrices.push(perByte.toDecimalPlaces(pricePlaces).toFixed());
      result.scales.push(scale);
      result.currencies.push(currency);
    }
    result.keys.push(key.text);
    result.numbers.push(numbers.get(identity)!);
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
