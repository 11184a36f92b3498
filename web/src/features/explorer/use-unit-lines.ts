import { useMemo } from 'react';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { coloursOf } from '../../lib/palette.js';
import type { SecondLine } from '../../parts/chart/chart-data.js';
import { groupingLabel } from '../costs/groupings.js';
import { useParametersOf } from '../costs/use-costs.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';
import type { SeriesResult } from './use-series.js';
import { type UnitMetric, unitLine } from './use-unit-costs.js';

type LabelUnitCosts = Schemas['LabelUnitCosts'];

export interface UnitLines {
  lines: readonly SecondLine[] | undefined;
  hasLabels: boolean;
  /** Which costs are divided by which values, where that is not obvious. */
  note: string | undefined;
}

interface Charted {
  query: ExplorerQuery;
  scope: Scope;
  result: SeriesResult;
  currency: string;
}

/** More lines than these are hard to tell apart. */
const maxLines = 6;

/** The unit costs of a metric as lines of the chart: one, or one for each of its largest labels. */
export function useUnitLines(
  { query, scope, result, currency }: Charted,
  metric: UnitMetric | undefined,
  isByLabel: boolean,
): UnitLines {
  const hasLabels = useHasLabels(metric);
  const parameters = useParametersOf()({ ...query, ...scope });
  const { data, isPlaceholderData } = useGet(
    '/v2/unit_costs/labels',
    {
      query: {
        ...parameters,
        groupings: query.groupings.length === 1 ? [...query.groupings] : undefined,
        cost_report_token: scope.report ?? '',
        business_metric_token: metric?.token ?? '',
        limit: maxLines,
      },
    },
    { enabled: isByLabel && hasLabels && parameters !== undefined && scope.report !== undefined },
  );
  const found = isByLabel && hasLabels && !isPlaceholderData ? data : undefined;
  return useMemo(() => {
    if (!metric) return { lines: undefined, hasLabels, note: undefined };
    if (isByLabel && hasLabels) {
      const lines = found && linesOf(metric, found, result, currency);
      return { lines, hasLabels, note: found && noteOf(found, query.groupings) };
    }
    return { lines: [unitLine(metric, result.bins, currency)], hasLabels, note: undefined };
  }, [metric, hasLabels, isByLabel, found, result, currency, query.groupings]);
}

function useHasLabels(metric: UnitMetric | undefined): boolean {
  const { data } = useGet(
    '/v2/business_metrics/{business_metric_token}/labels',
    { path: { business_metric_token: metric?.token ?? '' }, query: { limit: 2 } },
    { enabled: metric !== undefined },
  );
  return metric !== undefined && (data?.labels.some(({ value }) => value !== '') ?? false);
}

const nameOf = (label: string) => label || '(no label)';

/** A label that is a group has the colour of its bars. */
function linesOf(
  { title, isPercentage }: UnitMetric,
  { labels, costs_of: costsOf }: LabelUnitCosts,
  { bins, colours }: SeriesResult,
  currency: string,
): SecondLine[] {
  const own = coloursOf(labels.map(({ label }) => nameOf(label)));
  return labels.map(({ label, unit_costs: values }) => {
    const name = nameOf(label);
    const colour = (costsOf === 'group' ? colours.get(name) : undefined) ?? own.get(name);
    return {
      ...unitLine({ title: `${title}, ${name}`, isPercentage, values }, bins, currency),
      colour,
    };
  });
}

const nameOfGrouping = (grouping: string) =>
  grouping.startsWith('tag:') ? groupingLabel(grouping) : groupingLabel(grouping).toLowerCase();

function noteOf(
  { labels, label_count: count, costs_of: costsOf, calculation_type: type }: LabelUnitCosts,
  groupings: readonly string[],
): string | undefined {
  if (labels.length === 0) return 'The business metric has no values in these dates.';
  const costs =
    costsOf === 'group'
      ? `Each line divides the costs of the ${nameOfGrouping(groupings[0]!)} that has the name of its label.`
      : 'Each line divides all costs of the report by the values of its label.';
  return [
    ...(type === 'raw_business_metric' ? [] : [costs]),
    ...(count > labels.length
      ? [`The ${labels.length} largest of ${count} labels are shown.`]
      : []),
  ].join(' ');
}
