import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { asProblem } from '../../api/problem.js';
import { useGet } from '../../api/queries.js';
import {
  type CostReport,
  reportPage,
  splitGroupings,
} from '../../features/cost-reports/cost-report.js';
import { chartKindOf, reportChart } from '../../features/cost-reports/report-chart.js';
import type { DateBin } from '../../features/costs/bins.js';
import { useReportSeries } from '../../features/cost-reports/use-report-costs.js';
import type { CostSeries } from '../../features/costs/use-cost-series.js';
import { useNames } from '../../features/costs/use-names.js';
import { today } from '../../lib/dates.js';
import { coloursOf } from '../../lib/palette.js';
import { Chart } from '../../parts/chart/Chart.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { Legend, SeriesList } from '../../parts/SeriesList.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import type { Dashboard, DisplayType } from './dashboard.js';

const widgetHeight = 260;

interface WidgetProps {
  title: string;
  report: string;
  display: DisplayType;
  /** Overrides date range and granularity of the report, and adds its filters. */
  dashboard?: Dashboard | undefined;
}

/** A cost report on a dashboard, as a chart or a table. */
export function Widget(props: WidgetProps) {
  return (
    <Paper withBorder p="md" h="100%" component="section" aria-label={props.title}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2}>
          <Anchor component={Link} to={reportPage(props.report)} inherit>
            {props.title}
          </Anchor>
        </Title>
      </Group>
      <WidgetBody {...props} />
    </Paper>
  );
}

/** The figures of a widget, without its frame. */
export function WidgetBody({ report: token, ...props }: WidgetProps) {
  const report = useGet('/v2/cost_reports/{cost_report_token}', {
    path: { cost_report_token: token },
  });
  if (report.error && asProblem(report.error).status === 404) {
    return (
      <Text size="sm" c="dimmed">
        This report was deleted, or you do not have access to it.
      </Text>
    );
  }
  if (report.error) return <ErrorNote error={report.error} />;
  if (report.data?.token !== token) return <ChartSkeleton height={widgetHeight} />;
  return <ReportFigures report={report.data} {...props} />;
}

function ReportFigures({
  report,
  display,
  dashboard,
}: Omit<WidgetProps, 'report'> & { report: CostReport }) {
  const groupings = useMemo(() => splitGroupings(report.groupings), [report.groupings]);
  const costs = useReportSeries(report.token, {
    dashboard_token: dashboard?.token,
    groupings: groupings.length > 0 ? groupings : ['provider'],
  });
  if (costs.error) return <ErrorNote error={costs.error} onRetry={() => void costs.refetch()} />;
  if (!costs.data) return <ChartSkeleton height={widgetHeight} />;
  const range = dashboard?.start_date
    ? { start: dashboard.start_date, end: dashboard.end_date ?? today() }
    : { start: report.start_date, end: report.end_date };
  return (
    <div className={costs.isPlaceholderData ? 'stale' : ''}>
      <Figures
        report={report}
        costs={costs.data}
        groupings={groupings}
        display={display}
        start={range.start}
        end={range.end}
        bin={(dashboard?.date_bin ?? report.date_bin) as DateBin}
      />
    </div>
  );
}

interface FiguresProps {
  report: CostReport;
  costs: CostSeries;
  groupings: readonly string[];
  display: DisplayType;
  start: string;
  end: string;
  bin: DateBin;
}

function Figures({
  report,
  costs,
  groupings,
  display,
  start,
  end,
  bin: requestedBin,
}: FiguresProps) {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const names = useNames();
  const { currency, total } = costs;
  const { bins, bin, series, colours } = useMemo(() => {
    const chart = reportChart(costs, groupings, { start, end }, requestedBin, names);
    return { ...chart, colours: coloursOf(chart.series.map(({ name }) => name)) };
  }, [costs, groupings, start, end, requestedBin, names]);
  const highlighting = { highlighted, onHighlight: setHighlighted };
  return (
    <>
      <Text fz={20} fw={600} mb="sm">
        <Money amount={total.amount} currency={currency} isCompact />
      </Text>
      {display === 'chart' ? (
        <>
          <Chart
            label={`${report.title} by ${bin}`}
            height={widgetHeight}
            kind={chartKindOf(report.chart_type)}
            bins={bins}
            bin={bin}
            series={series}
            colours={colours}
            currency={currency}
            completeThrough={costs.freshness.completeThrough}
            {...highlighting}
          />
          <Legend series={series} colours={colours} />
        </>
      ) : (
        <SeriesList
          label={`${report.title}, table`}
          series={series}
          total={total.amount}
          currency={currency}
          {...highlighting}
        />
      )}
    </>
  );
}
