import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { today } from '../../lib/dates.js';
import type { ChartKind } from '../../parts/chart/chart-data.js';
import type { DateBin } from '../costs/bins.js';
import { type RangeName, resolveRange } from '../costs/intervals.js';
import { type CostSettings, type Measure, defaultChargeSettings } from '../costs/settings.js';

import type { Address } from './address.js';

export const comparisons = ['none', 'previous', 'year', 'custom'] as const;
export type Comparison = (typeof comparisons)[number];

/** The query of the explorer. The address holds the parts that differ from the initial query. */
export interface ExplorerQuery {
  start: string;
  end: string;
  /** What the dates are relative to the current day; undefined for fixed dates. */
  range: RangeName | undefined;
  bin: DateBin;
  groupings: string[];
  /** VQL; empty matches every cost. */
  filter: string;
  /** VQL that narrows a report together with its saved filters; empty for all of it. No part of the report. */
  within: string;
  kind: ChartKind;
  measure: Measure;
  compare: Comparison;
  /** Of the comparison `custom`. */
  compareRange: DateRange | undefined;
  settings: CostSettings;
}

/** The initial query without a report. */
export function defaultQuery(): ExplorerQuery {
  return {
    ...resolveRange('last_30_days', today()),
    range: 'last_30_days',
    bin: 'day',
    groupings: ['service'],
    filter: '',
    within: '',
    kind: 'bar',
    measure: 'cost',
    compare: 'previous',
    compareRange: undefined,
    settings: defaultChargeSettings,
  };
}

/** Changes the query, and further parts of the address with it. */
export type ChangeQuery = (change: Partial<ExplorerQuery>, address?: Address) => void;
