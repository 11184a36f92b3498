import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { binLabel, daysOfBin, partsOf } from '../../lib/bin-days.js';
import { lastDayOf } from '../../lib/dates.js';
import type { Series } from '../../lib/series.js';

export const chartKinds = ['bar', 'line', 'area', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];

export interface ChartData {
  kind: ChartKind;
  /** The start of each bin. */
  bins: readonly string[];
  /** The granularity of the bins: `day`. */
  bin: string;
  /** The days that were asked for: of a bin that reaches beyond them, only a part is drawn, hatched and named by its days. */
  range?: DateRange | undefined;
  series: readonly Series[];
  colours: ReadonlyMap<string, string>;
  currency: string;
  /** The last complete day; bars of bins that end after it are hatched, and lines end before them. */
  completeThrough?: string | null | undefined;
  /** The forecast by bin. */
  forecast?: Forecast | undefined;
  /** The total of an earlier period by bin. */
  previous?: readonly (Previous | null)[] | undefined;
  /** Lines on an axis of their own, such as unit costs. */
  secondLines?: readonly SecondLine[] | undefined;
  /** Budgets by bin, as lines on the axis of the costs. */
  budgets?: readonly BudgetLine[] | undefined;
  /** The range that costs were expected in, by bin. */
  expected?: ExpectedRange | undefined;
  /** Annotations, each at a bin. */
  marks?: readonly Mark[] | undefined;
}

export interface Forecast {
  /** By bin, what it is expected to cost with what is billed so far; null where there is no forecast. */
  amounts: readonly (string | null)[];
  /** Bounds of the confidence band, where there is one. */
  lower?: readonly (string | null)[];
  upper?: readonly (string | null)[];
}

export interface Previous {
  /** The days of the earlier period. */
  start: string;
  end: string;
  amount: string;
}

export interface SecondLine {
  name: string;
  amounts: readonly (string | null)[];
  /** Where there are several lines. */
  colour?: string | undefined;
  /** An amount as text. */
  format: (amount: string) => string;
}

export interface BudgetLine {
  name: string;
  /** By bin; null where there is no budget. */
  amounts: readonly (string | null)[];
}

interface ExpectedRange {
  /** By bin; null where nothing could be expected. */
  lower: readonly (string | null)[];
  upper: readonly (string | null)[];
}

export interface Mark {
  bin: string;
  text: string;
}

/** Whether costs of a bin can still grow. */
export function isIncomplete(
  { bin, range, completeThrough }: Pick<ChartData, 'bin' | 'range' | 'completeThrough'>,
  start: string,
): boolean {
  if (!completeThrough) return false;
  const last = range ? daysOfBin(start, bin, range).end : lastDayOf(start, bin);
  return last > completeThrough;
}

/** Whether the range has only some days of a bin. */
export const isPart = ({ bin, range }: Pick<ChartData, 'bin' | 'range'>, start: string): boolean =>
  range !== undefined && daysOfBin(start, bin, range).isPart;

/** The accessible name of a chart: hatching is not heard, so it names the bins of which only a part is drawn. */
export function chartName(
  label: string,
  { kind, bin, bins, range }: Pick<ChartData, 'kind' | 'bin' | 'bins' | 'range'>,
): string {
  const parts = range && kind !== 'pie' ? partsOf(bins, bin, range) : [];
  const names = parts.map((start) => binLabel(start, bin, range)).join(' and ');
  return names ? `${label}; ${parts.length === 1 ? 'part' : 'parts'} of a ${bin}: ${names}` : label;
}

/** Whether a bin has begun: later ones have no amounts. */
export const hasBegun = ({ series }: Pick<ChartData, 'series'>, index: number): boolean =>
  series.some(({ amounts }) => index < amounts.length);

/** Whether a chart needs a line of the total, because the forecast or the earlier period continue it. */
export const hasTotalLine = ({ kind, series, forecast, previous }: ChartData): boolean =>
  kind === 'line' && series.length > 1 && Boolean(forecast ?? previous);

/** What is drawn besides the series; the total is named where it could be mistaken for a series. */
export const overlayNames = ({ series }: Pick<ChartData, 'series'>) =>
  series.length > 1
    ? { total: 'Total', forecast: 'Forecast, total', previous: 'Previous period, total' }
    : { total: 'Total', forecast: 'Forecast', previous: 'Previous period' };
