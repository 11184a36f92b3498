import { Menu, Stack, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { useHasRole } from '../../api/current-user.js';
import { formatDay } from '../../lib/dates.js';
import { coloursOf } from '../../lib/palette.js';
import { Chart, type ChartHandle } from '../../parts/chart/Chart.js';
import type { ChartData } from '../../parts/chart/chart-data.js';
import { ChartLegend } from '../../parts/chart/ChartLegend.js';
import { legendOverlays } from '../../parts/chart/legend-overlays.js';
import { pieLayout, PieValue } from '../../parts/chart/PieValue.js';
import type { ChartPoint } from '../../parts/chart/use-gestures.js';
import { RowMenu } from '../../parts/RowMenu.js';
import type { CostReport } from '../cost-reports/cost-report.js';
import { withRunningSums } from '../cost-reports/report-chart.js';
import { AnnotationDialog } from './AnnotationDialog.js';
import { ChartMenu } from './ChartMenu.js';
import { ChartToolbar } from './ChartToolbar.js';
import { DrillItems } from './DrillItems.js';
import type { ExplorerQuery } from './explorer-query.js';
import { shownSeries } from './shown-series.js';
import { useAddressState } from './use-address-state.js';
import type { DrillActions } from './use-drill-down.js';
import type { HiddenSeries } from './use-hidden-series.js';
import type { SeriesResult } from './use-series.js';
import type { Scope } from './scope.js';
import type { UnitMetric } from './use-unit-costs.js';
import { type UnitLines, useUnitLines } from './use-unit-lines.js';

interface CostChartProps extends Pick<
  ChartData,
  'currency' | 'completeThrough' | 'forecast' | 'previous' | 'budgets' | 'marks'
> {
  query: ExplorerQuery;
  scope: Scope;
  report: CostReport | undefined;
  result: SeriesResult;
  metrics: readonly UnitMetric[];
  hiding: HiddenSeries;
  drill: DrillActions;
  highlighted: string | null;
  onHighlight: (name: string | null) => void;
  onExplain: ((name: string, bin?: string) => void) | undefined;
}

/** The chart of the explorer with its toolbar, legend and menus. */
export function CostChart(props: CostChartProps) {
  const { query, report, result, metrics, hiding, drill, onHighlight, onExplain } = props;
  const { start, end, bin } = query;
  const chart = useRef<ChartHandle>(null);
  const mayAnnotate = useHasRole('Editor') && report !== undefined;
  const [point, setPoint] = useState<ChartPoint>();
  const [annotatedDay, setAnnotatedDay] = useState<string>();
  const [{ unit, unit_by: unitBy }, setAddress] = useAddressState();
  const metric = metrics.find(({ key }) => key === unit);
  const units = useUnitLines(props, metric, unitBy === 'label');
  const range = useMemo(() => ({ start, end }), [start, end]);
  const data = useChartData(props, range, units.lines);
  const title = report?.title ?? 'Costs';
  const dates = `${formatDay(start)} to ${formatDay(end)}`;
  const onAnnotate = mayAnnotate
    ? (at: string) => setAnnotatedDay(at.slice(0, 10) > start ? at.slice(0, 10) : start)
    : undefined;
  return (
    <Stack gap="sm">
      <ChartToolbar
        title={title}
        caption={`${title}, ${dates}`}
        chart={chart}
        metrics={metrics}
        metric={metric?.key}
        onMetric={(key) => setAddress({ unit: key }, { replace: true })}
        isByLabel={unitBy === 'label'}
        onByLabel={
          units.hasLabels
            ? (isByLabel) =>
                setAddress({ unit_by: isByLabel ? 'label' : undefined }, { replace: true })
            : undefined
        }
      />
      <div className={pieLayout(query.kind)}>
        <div className="chart">
          <Chart
            ref={chart}
            label={`Costs by ${bin} from ${dates}; the table below has the figures`}
            {...data}
            highlighted={props.highlighted}
            onHighlight={onHighlight}
            onPoint={setPoint}
            onZoom={drill.onZoom}
          />
          {point && (
            <ChartMenu
              point={point}
              bin={bin}
              range={range}
              drill={drill}
              onExplain={onExplain}
              onAnnotate={onAnnotate}
              onClose={() => setPoint(undefined)}
            />
          )}
        </div>
        <ChartLegend
          names={result.top.map(({ name }) => name)}
          colours={result.colours}
          overlays={legendOverlays(data)}
          onHighlight={onHighlight}
          {...hiding}
          valueOf={(name) => <PieValue name={name} data={data} />}
          menuOf={(name) => (
            <RowMenu label={`${name} in the chart`}>
              <Menu.Item onClick={() => hiding.onIsolate(name)}>Only this</Menu.Item>
              <DrillItems
                name={name}
                drill={drill}
                onExplain={onExplain && result.groups.has(name) ? () => onExplain(name) : undefined}
              />
            </RowMenu>
          )}
        />
      </div>
      {units.note && (
        <Text size="sm" c="dimmed">
          {units.note}
        </Text>
      )}
      {annotatedDay !== undefined && report && (
        <AnnotationDialog
          report={report.token}
          day={annotatedDay}
          onClose={() => setAnnotatedDay(undefined)}
        />
      )}
    </Stack>
  );
}

/** What the chart draws: the shown series, and what belongs to the total only while all of them are shown. */
function useChartData(
  props: CostChartProps,
  range: DateRange,
  secondLines: UnitLines['lines'],
): ChartData {
  const { query, result, hiding, currency, completeThrough } = props;
  const { forecast, previous, budgets, marks } = props;
  const { hidden } = hiding;
  const isCumulative = query.bin === 'cumulative';
  const series = useMemo(() => {
    const shown = shownSeries(result, hidden);
    return isCumulative ? shown.map(withRunningSums) : shown;
  }, [result, hidden, isCumulative]);
  const colours = useMemo(() => {
    const names = series.map(({ name }) => name);
    return names.every((name) => result.colours.has(name)) ? result.colours : coloursOf(names);
  }, [series, result]);
  const isWhole = hidden.size === 0 && !isCumulative;
  return {
    kind: query.kind,
    bins: result.bins,
    bin: query.bin,
    range,
    series,
    colours,
    currency,
    completeThrough,
    forecast: isWhole ? forecast : undefined,
    previous: isWhole ? previous : undefined,
    secondLines,
    // A budget is for all costs of the report.
    budgets: hidden.size === 0 ? budgets : undefined,
    marks,
  };
}
