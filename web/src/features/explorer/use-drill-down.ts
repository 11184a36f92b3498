import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { changesLink } from '../cost-changes/changes-query.js';
import type { GroupValue } from '../costs/groupings.js';
import type { CostSeries } from '../costs/use-cost-series.js';
import { useProviders } from '../costs/use-costs.js';
import type { Address } from './address.js';
import { drillDown } from './drill-down.js';
import type { ChangeQuery, ExplorerQuery } from './explorer-query.js';
import { useNarrowedPart } from './filter/use-narrowing.js';
import { linkToChanges } from './link-to-changes.js';
import { datesLabel, narrowDates } from './narrow-dates.js';
import { narrowScope, type Scope } from './scope.js';
import { withStep } from './trail.js';
import type { SeriesResult } from './use-series.js';

export interface DrillActions {
  mayDrill: (name: string) => boolean;
  /** Filters to a series and groups it by a dimension, by default the next finer one. */
  onDrill: (name: string, grouping?: string) => void;
  /** The same for a row of the table, which may be none of the chart's series. */
  drillInto: (row: Row) => void;
  /** The dimensions to group a series by; empty where it cannot be filtered to. */
  nextOf: (name: string) => string[];
  /** Narrows the date range to some bins. */
  onZoom: (first: string, last: string) => void;
  /** The page that explains a change: of a series, of a bin from the one before it, or of both. */
  changesOf: (name: string | undefined, bin?: string) => PageLink | undefined;
}

interface Row {
  name: string;
  group?: Record<string, GroupValue> | undefined;
}

type PageLink = ReturnType<typeof changesLink>;

/** What is drilled into. */
interface Drilled {
  result: SeriesResult;
  scope: Scope;
  comparison: CostSeries['comparison'];
}

/** Drilling into the series and bins of a result. Each drill-down adds a step to the trail in the address. */
export function useDrillDown(
  query: ExplorerQuery,
  { result: { groups }, scope, comparison }: Drilled,
  onChange: ChangeQuery,
): DrillActions {
  const providers = useProviders();
  const router = useRouter();
  const part = useNarrowedPart(scope.report);
  return useMemo(() => {
    const drill = drillDown(query, providers?.map(({ key }) => key) ?? [], part);
    const of = (name: string) => drill(groups.get(name));
    const drillInto = ({ name, group }: Row, grouping?: string) => {
      const found = drill(group);
      if (!found) return;
      const next = grouping ?? found.next[0];
      const groupings = next ? [next] : query.groupings;
      onChange({ [part]: found.filter, groupings }, step(name));
    };
    const step = (label: string, isZoom = false) =>
      withStep(router.latestLocation.search as Address, label, isZoom);
    return {
      mayDrill: (name) => of(name) !== undefined,
      nextOf: (name) => of(name)?.next ?? [],
      onDrill: (name, grouping) => drillInto({ name, group: groups.get(name) }, grouping),
      drillInto: (row) => drillInto(row),
      onZoom: (first, last) => {
        const dates = narrowDates(query, first, last);
        onChange(dates, step(datesLabel(dates), true));
      },
      changesOf: (name, bin) => {
        const filter = name === undefined ? undefined : of(name)?.filter;
        if (query.measure !== 'cost' || (name !== undefined && filter === undefined)) {
          return undefined;
        }
        const asked = {
          ...query,
          ...(filter === undefined ? scope : narrowScope(scope, part, filter)),
        };
        if (bin !== undefined) {
          return changesLink({ ...asked, ...narrowDates(query, bin, bin), compare: 'previous' });
        }
        return comparison ? linkToChanges(asked, comparison) : undefined;
      },
    };
  }, [query, groups, scope, comparison, providers, part, onChange, router]);
}
