import { Paper, Stack, Text } from '@mantine/core';
import { memo, useCallback, useMemo, useState } from 'react';
import { wholeBins } from '../../lib/bin-days.js';
import { today } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import type { Schemas } from '../../api/types.js';
import type { Previous } from '../../parts/chart/chart-data.js';
import type { CostReport } from '../cost-reports/cost-report.js';
import type { Names } from '../costs/use-names.js';
import { CostChart } from './CostChart.js';
import { ExplainedFigure } from './explain/ExplainedFigure.js';
import { Headline } from './Headline.js';
import { UsageFigures } from './UsageFigures.js';
import { Notes } from './Notes.js';
import type { ChangeQuery, ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';
import { SeriesTable } from './table/SeriesTable.js';
import type { TableRow } from './table/table-row.js';
import { UnitCosts } from './UnitCosts.js';
import { useBudgetLines } from './use-budget-lines.js';
import { useDrillDown } from './use-drill-down.js';
import { useExplained } from './use-explained.js';
import { type ExplorerCosts, isSeries } from './use-explorer-costs.js';
import { useForecast } from './use-forecast.js';
import { useHiddenSeries } from './use-hidden-series.js';
import { useAnomalyMarks } from './use-anomaly-marks.js';
import { useMarks } from './use-marks.js';
import { type SeriesResult, useSeries } from './use-series.js';
import { useUnitCosts } from './use-unit-costs.js';

interface ResultsProps {
  query: ExplorerQuery;
  scope: Scope;
  costs: ExplorerCosts;
  names: Names;
  report: CostReport | undefined;
  onChange: ChangeQuery;
}

/** Headline figures, the chart, and the table of its figures. Memoized because it is expensive to render. */
export const Results = memo(function Results(props: ResultsProps) {
  const { query, scope, costs, names, report, onChange } = props;
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [explainedRow, setExplainedRow] = useState<TableRow>();
  const { start, end, bin } = query;
  const result = useSeries(query, costs, names);
  const comparison = isSeries(costs) ? costs.comparison : null;
  const drill = useDrillDown(query, { result, scope, comparison }, onChange);
  const hiding = useHiddenSeries(result.names);
  const explained = useExplained();
  const onExplain = mayExplain(query) ? explained.onExplain : undefined;
  const currency = isSeries(costs) ? costs.currency : '';
  const completeThrough = costs.freshness.completeThrough ?? today();
  const inTrend = useMemo(
    () => wholeBins(result.bins, bin, { start, end }, completeThrough),
    [result.bins, bin, start, end, completeThrough],
  );
  const forecast = useForecast(query, scope, costs, result.bins);
  const budgets = useBudgetLines(query, scope, result.bins);
  const previous = usePrevious(costs);
  const annotations = useMarks(report?.token, result.bins);
  const anomalies = useAnomalyMarks(report?.token, query, result.bins);
  const marks = useMemo(() => [...annotations, ...anomalies], [annotations, anomalies]);
  const metrics = useUnitCosts(query, scope, isSeries(costs) ? report : undefined);
  const { onExplain: explain } = explained;
  const explainRow = useCallback(
    (row: TableRow) => {
      setExplainedRow(row);
      explain(row.name);
    },
    [explain],
  );
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Stack gap="md">
          {isSeries(costs) ? (
            <Headline
              query={query}
              scope={scope}
              costs={costs}
              forecast={forecast}
              onExplain={onExplain}
            />
          ) : (
            <UsageFigures costs={costs} />
          )}
          <CostChart
            query={query}
            scope={scope}
            report={report}
            result={result}
            metrics={metrics}
            hiding={hiding}
            drill={drill}
            currency={currency}
            completeThrough={costs.freshness.completeThrough}
            forecast={forecast?.overlay}
            previous={previous}
            budgets={budgets}
            marks={marks}
            highlighted={highlighted}
            onHighlight={setHighlighted}
            onExplain={onExplain}
          />
          <Notes marks={marks} />
          <Unconverted costs={costs.unconverted_costs ?? []} />
          {!isSeries(costs) && costs.isTruncated && (
            <Text size="sm" c="dimmed">
              There are more rows than the chart can show; the totals above include all of them.
              Group dates by a longer period or use fewer groupings.
            </Text>
          )}
        </Stack>
      </Paper>
      <SeriesTable
        query={query}
        scope={scope}
        costs={costs}
        names={names}
        result={result}
        inTrend={inTrend}
        highlighted={highlighted}
        onHighlight={setHighlighted}
        drillInto={drill.drillInto}
        onChange={onChange}
        onExplain={onExplain && explainRow}
        {...hiding}
      />
      <UnitCosts metrics={metrics} bin={bin} range={query} currency={currency} />
      <ExplainedFigure
        query={query}
        scope={scope}
        result={withRow(result, explainedRow)}
        costs={costs}
        names={names}
        currency={currency}
        explained={explained}
      />
    </Stack>
  );
});

/** The result with a row of a later page of the table. */
function withRow(result: SeriesResult, row: TableRow | undefined): SeriesResult {
  if (!row?.group || result.groups.has(row.name)) return result;
  const { name, group, total, amounts = [] } = row;
  return {
    ...result,
    all: [...result.all, { name, total, amounts: [...amounts] }],
    groups: new Map([...result.groups, [name, group]]),
  };
}

/** Counts have no bill lines, and usage in different units has no sum. */
const mayExplain = ({ measure, groupings }: ExplorerQuery): boolean =>
  measure === 'cost' || (measure === 'usage' && groupings.length > 0);

/** The earlier total of each bin, as the chart draws it. */
const usePrevious = (costs: ExplorerCosts): readonly (Previous | null)[] | undefined =>
  useMemo(() => {
    const bins = isSeries(costs) ? costs.comparison?.bins : undefined;
    if (!bins?.some((bin) => bin !== null)) return undefined;
    return bins.map(
      (bin) => bin && { start: bin.start_date, end: bin.end_date, amount: bin.amount },
    );
  }, [costs]);

function Unconverted({ costs }: { costs: readonly Schemas['CostPartial'][] }) {
  if (costs.length === 0) return null;
  const list = costs.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ');
  return (
    <Text size="sm" c="dimmed">
      Not included in the total because an exchange rate is missing: {list}.
    </Text>
  );
}
