import { Stack, Text } from '@mantine/core';
import { memo, useCallback, useMemo, useState } from 'react';
import { formatDay, lastDayOf, today } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import type { Schemas } from '../../api/types.js';
import { Chart } from '../../parts/chart/Chart.js';
import type { CostReport } from '../cost-reports/cost-report.js';
import { useProviders } from '../costs/use-costs.js';
import type { Names } from '../costs/use-names.js';
import { drillDown } from './drill-down.js';
import { ExplainPanel } from './explain/ExplainPanel.js';
import { Headline } from './Headline.js';
import { UsageFigures } from './UsageFigures.js';
import { Notes } from './Notes.js';
import type { ChangeQuery, ExplorerQuery } from './explorer-query.js';
import { linkToChanges } from './link-to-changes.js';
import type { Scope } from './scope.js';
import { SeriesTable } from './SeriesTable.js';
import { UnitCosts } from './UnitCosts.js';
import { type ExplorerCosts, isSeries } from './use-explorer-costs.js';
import { useForecast } from './use-forecast.js';
import { useMarks } from './use-marks.js';
import { type SeriesResult, useSeries } from './use-series.js';

interface ResultsProps {
  query: ExplorerQuery;
  scope: Scope;
  costs: ExplorerCosts;
  names: Names;
  report: CostReport | undefined;
  onChange: ChangeQuery;
}

/** Headline figures, the chart, and the table that is its legend. Memoized because it is expensive to render. */
export const Results = memo(function Results(props: ResultsProps) {
  const { query, scope, costs, names, report, onChange } = props;
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [explained, setExplained] = useState<{ name: string; bin?: string }>();
  const { start, end, bin, kind } = query;
  const result = useSeries(query, costs, names);
  const { next, mayDrill, onDrill } = useDrillDown(query, result, onChange);
  const comparison = isSeries(costs) ? costs.comparison : null;
  const changesOf = useCallback(
    (name: string) => {
      const drilled = next(name);
      return drilled && comparison
        ? linkToChanges({ ...query, ...scope, ...drilled }, comparison)
        : undefined;
    },
    [next, query, scope, comparison],
  );
  const currency = isSeries(costs) ? costs.currency : '';
  const completeThrough = costs.freshness.completeThrough ?? today();
  const completeBins = result.bins.filter(
    (start) => lastDayOf(start, bin) <= completeThrough,
  ).length;
  const forecast = useForecast(query, scope, result.bins);
  const marks = useMarks(report?.token, result.bins);
  const explain = useCallback((name: string) => setExplained({ name }), []);
  // A bar that cannot be drilled into opens its explanation.
  const pick = (name: string, bin: string) => {
    if (mayDrill(name)) onDrill(name);
    else if (mayExplain(query) && result.groups.has(name)) setExplained({ name, bin });
  };
  return (
    <Stack gap="md">
      {isSeries(costs) ? (
        <Headline query={query} scope={scope} costs={costs} forecast={forecast} />
      ) : (
        <UsageFigures costs={costs} />
      )}
      <Chart
        label={`Costs by ${bin} from ${formatDay(start)} to ${formatDay(end)}; the table below has the figures`}
        kind={kind}
        bins={result.bins}
        bin={bin}
        series={result.top}
        colours={result.colours}
        currency={currency}
        completeThrough={costs.freshness.completeThrough}
        forecast={bin === 'cumulative' ? undefined : forecast?.overlay}
        marks={marks}
        highlighted={highlighted}
        onHighlight={setHighlighted}
        onPick={pick}
      />
      <Notes marks={marks} />
      <Unconverted costs={costs.unconverted_costs ?? []} />
      {!isSeries(costs) && costs.isTruncated && (
        <Text size="sm" c="dimmed">
          There are more rows than the chart can show; the totals above include all of them. Group
          dates by a longer period or use fewer groupings.
        </Text>
      )}
      <SeriesTable
        series={result.all}
        count={result.count}
        total={isSeries(costs) ? costs.total.amount : undefined}
        other={isSeries(costs) ? costs.other.amount : undefined}
        changes={result.changes}
        completeBins={completeBins}
        currency={currency}
        colours={result.colours}
        highlighted={highlighted}
        onHighlight={setHighlighted}
        mayDrill={mayDrill}
        onDrill={onDrill}
        changesOf={changesOf}
        onExplain={mayExplain(query) ? explain : undefined}
      />
      {isSeries(costs) && report && report.business_metric_tokens_with_metadata.length > 0 && (
        <UnitCosts query={query} report={report.token} currency={currency} />
      )}
      {explained !== undefined && (
        <ExplainPanel
          query={query}
          scope={scope}
          result={result}
          currency={currency}
          name={explained.name}
          bin={explained.bin}
          onName={explain}
          onClose={() => setExplained(undefined)}
        />
      )}
    </Stack>
  );
});

/** Counts have no bill lines, and usage in different units has no sum. */
const mayExplain = ({ measure, groupings }: ExplorerQuery): boolean =>
  measure === 'cost' || (measure === 'usage' && groupings.length > 0);

/** Drilling into a series by its name. */
function useDrillDown(query: ExplorerQuery, result: SeriesResult, onChange: ChangeQuery) {
  const providers = useProviders();
  const next = useMemo(() => {
    const drill = drillDown(query, providers?.map(({ key }) => key) ?? []);
    return (name: string) => drill(result.groups.get(name));
  }, [query, result, providers]);
  const mayDrill = useCallback((name: string) => next(name) !== undefined, [next]);
  const onDrill = useCallback(
    (name: string) => {
      const change = next(name);
      if (change) onChange(change);
    },
    [next, onChange],
  );
  return { next, mayDrill, onDrill };
}

function Unconverted({ costs }: { costs: readonly Schemas['CostPartial'][] }) {
  if (costs.length === 0) return null;
  const list = costs.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ');
  return (
    <Text size="sm" c="dimmed">
      Not included in the total because an exchange rate is missing: {list}.
    </Text>
  );
}
