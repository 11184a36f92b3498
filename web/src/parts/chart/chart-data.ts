import type { Series } from '../../lib/series.js';

export const chartKinds = ['bar', 'line', 'area', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];

export interface ChartData {
  kind: ChartKind;
  /** The start of each bin. */
  bins: readonly string[];
  /** The granularity of the bins: `day`. */
  bin: string;
  series: readonly Series[];
  colours: ReadonlyMap<string, string>;
  currency: string;
  /** The last complete day; bins that end after it are hatched. */
  completeThrough?: string | null | undefined;
  /** The forecast by bin. */
  forecast?: Forecast | undefined;
  /** Annotations, each at a bin. */
  marks?: readonly Mark[] | undefined;
}

export interface Forecast {
  /** By bin; null where there is no forecast. */
  amounts: readonly (string | null)[];
  /** Bounds of the confidence band, where there is one. */
  lower?: readonly (string | null)[];
  upper?: readonly (string | null)[];
}

export interface Mark {
  bin: string;
  text: string;
}
