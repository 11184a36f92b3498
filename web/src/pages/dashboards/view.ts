import { useRouter, useSearch } from '@tanstack/react-router';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { presets } from '../../features/costs/intervals.js';
import type { CompareTo } from '../../features/costs/use-cost-series.js';
import { today } from '../../lib/dates.js';
import type { Dashboard } from '../../features/dashboards/layout.js';

export const comparisonLabels = {
  previous: 'Previous period',
  year: 'Previous year',
  none: 'None',
} as const;
export type Comparison = keyof typeof comparisonLabels;

const compareTo: Record<Comparison, CompareTo> = {
  previous: { compare_to: 'previous_period' },
  year: { compare_to: 'previous_year' },
  none: {},
};

/** How a dashboard is looked at. The address holds it, so that a link shows the same figures. */
export interface View {
  /** A preset, `custom`, or empty for the dates of the dashboard. */
  dates: string;
  start: string;
  end: string;
  compare: Comparison;
  /** Saved filters besides those of the dashboard. */
  filters: string[];
}

type Search = Record<string, string | undefined>;

const isDay = (text = '') => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

function parseView({ dates = '', start = '', end = '', compare, filters }: Search): View {
  const isCustom = dates === 'custom' && isDay(start) && isDay(end);
  const isPreset = presets(today()).some(({ name }) => name === dates);
  const isCompared = compare === 'year' || compare === 'none';
  return {
    dates: isCustom || isPreset ? dates : '',
    start: isCustom ? start : '',
    end: isCustom ? end : '',
    compare: isCompared ? compare : 'previous',
    filters: filters?.split(',').filter(Boolean) ?? [],
  };
}

/** The view in the address, and a function that changes it with a new entry in the history. */
export function useView(): [View, (change: Partial<View>) => void] {
  const search: Search = useSearch({ strict: false });
  const router = useRouter();
  const view = parseView(search);
  const change = (part: Partial<View>) => {
    const now: Search = router.latestLocation.search;
    const next = { ...parseView(now), ...part };
    const { compare, filters, ...dates } = next;
    void router.navigate({
      to: '.',
      search: {
        ...now,
        ...dates,
        compare: compare === 'previous' ? '' : compare,
        filters: filters.join(','),
      },
      resetScroll: false,
    });
  };
  return [view, change];
}

/** What applies to the widgets of a dashboard. */
export interface WidgetScope {
  /** Its filters, granularity and dates apply; undefined before the dashboard is saved. */
  dashboard: Dashboard | undefined;
  /** The dates for widgets that follow the dashboard; undefined for those of each report. */
  range: { start: string; end: string } | undefined;
  /** VQL of further saved filters; undefined until they are loaded. */
  filter: string | undefined;
  compareTo: CompareTo;
}

/** What applies to the widgets of a dashboard in a view. */
export function useWidgetScope(dashboard: Dashboard | undefined, view: View): WidgetScope {
  const filters = useSavedFilters();
  const chosen = view.filters.flatMap((token) => {
    const found = filters?.find((each) => each.token === token);
    return found?.filter ? [`(${found.filter})`] : [];
  });
  return {
    dashboard,
    range: rangeOf(view, dashboard),
    filter: view.filters.length > 0 && !filters ? undefined : chosen.join(' AND '),
    compareTo: compareTo[view.compare],
  };
}

/** The dates of a view: its own, else those of the dashboard, if it has any. */
export function rangeOf(view: View, dashboard: Dashboard | undefined): WidgetScope['range'] {
  if (view.dates === 'custom') return { start: view.start, end: view.end };
  const preset = presets(today()).find(({ name }) => name === view.dates);
  if (preset) return { start: preset.start, end: preset.end };
  if (!dashboard?.start_date) return undefined;
  return { start: dashboard.start_date, end: dashboard.end_date ?? today() };
}

/** The saved filters of the workspace; undefined until they are loaded. */
export function useSavedFilters() {
  const workspace = useWorkspace();
  const { data } = useGet(
    '/v2/saved_filters',
    { query: { workspace_token: workspace?.token } },
    { enabled: workspace !== undefined },
  );
  return data?.saved_filters;
}
