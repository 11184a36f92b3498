import type { Series } from '../../lib/series.js';

export const chartKinds = ['bar', 'line', 'area', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];

export interface ChartData {
  kind: ChartKind;
  /** First moments of the bins, and their width: `day`. */
  bins: readonly string[];
  bin: string;
  series: readonly Series[];
  colours: ReadonlyMap<string, string>;
  currency: string;
  /** Bins that end after this day are not complete and are hatched. */
  completeThrough?: string | null | undefined;
  /** What is to come, by bin; null where nothing is foreseen. */
  forecast?: Forecast | undefined;
  /** Notes at a bin. */
  marks?: readonly Mark[] | undefined;
}

export interface Forecast {
  amounts: readonly (string | null)[];
  /** The band that it most likely lies in, where there is one. */
  lower?: readonly (string | null)[];
  upper?: readonly (string | null)[];
}

export interface Mark {
  bin: string;
  text: string;
}
