import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useProviders } from '../costs/use-costs.js';
import type { Address } from './address.js';
import { drillDown } from './drill-down.js';
import type { ChangeQuery, ExplorerQuery } from './explorer-query.js';
import { datesLabel, narrowDates } from './narrow-dates.js';
import { withStep } from './trail.js';
import type { SeriesResult } from './use-series.js';

export interface DrillActions {
  mayDrill: (name: string) => boolean;
  /** Filters to a series and groups it by a dimension, by default the next finer one. */
  onDrill: (name: string, grouping?: string) => void;
  /** The dimensions to group a series by; empty where it cannot be filtered to. */
  nextOf: (name: string) => string[];
  /** Narrows the date range to some bins. */
  onZoom: (first: string, last: string) => void;
}

/** Drilling into the series and bins of a result. Each drill-down adds a step to the trail in the address. */
export function useDrillDown(
  query: ExplorerQuery,
  { groups }: SeriesResult,
  onChange: ChangeQuery,
): DrillActions {
  const providers = useProviders();
  const router = useRouter();
  return useMemo(() => {
    const drill = drillDown(query, providers?.map(({ key }) => key) ?? []);
    const of = (name: string) => drill(groups.get(name));
    const step = (label: string, isZoom = false) =>
      withStep(router.latestLocation.search as Address, label, isZoom);
    return {
      mayDrill: (name) => of(name) !== undefined,
      nextOf: (name) => of(name)?.next ?? [],
      onDrill: (name, grouping) => {
        const found = of(name);
        if (!found) return;
        const next = grouping ?? found.next[0];
        onChange({ filter: found.filter, groupings: next ? [next] : query.groupings }, step(name));
      },
      onZoom: (first, last) => {
        const dates = narrowDates(query, first, last);
        onChange(dates, step(datesLabel(dates), true));
      },
    };
  }, [query, groups, providers, onChange, router]);
}
