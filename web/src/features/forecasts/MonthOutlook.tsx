import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { saveFile } from '../../lib/csv.js';
import {
  firstOfMonth,
  formatBin,
  formatDateRange,
  formatDay,
  lastOfMonth,
  today,
} from '../../lib/dates.js';
import { DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Figure, Money } from '../../parts/figures.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { SignedMoney } from '../cost-changes/figures.js';
import { describeForecast } from '../cost-reports/use-period-forecast.js';
import { useNames } from '../costs/use-names.js';
import { periodText, scopeOf } from '../scenario-models/scenario-model.js';
import { type ForecastMonths, type PlanChoice, useForecastMonths } from './forecast-months.js';
import { MonthChart } from './MonthChart.js';
import { type MonthRow, monthColumns, monthsCsv } from './month-columns.js';

interface MonthOutlookProps {
  report: { token: string; title: string };
  range: DateRange;
  plan: PlanChoice;
}

/** Costs of a report by month, what later months are expected to cost, and what the plan changes. */
export function MonthOutlook({ report, range, plan }: MonthOutlookProps) {
  const { data, error, refetch, isPlaceholderData } = useForecastMonths(report.token, range, plan);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <ChartSkeleton height={340} />;
  if (data.months.every(({ expected }) => expected === null)) {
    return (
      <Text c="dimmed">
        There is no forecast yet. It needs a few weeks of costs and is computed in the background.
      </Text>
    );
  }
  return (
    <section
      aria-label="Forecast of the report"
      className={isPlaceholderData ? 'stale' : undefined}
    >
      <Stack gap="md">
        <OutlookFigures outlook={data} />
        <Adjusted report={report} outlook={data} />
        <Months report={report} outlook={data} />
      </Stack>
    </section>
  );
}

function OutlookFigures({ outlook }: { outlook: ForecastMonths }) {
  const { months, total, currency, planned_by: plan } = outlook;
  const current = months.find(({ month }) => month === firstOfMonth(today()));
  const [first, last] = [months[0]!.month, lastOfMonth(months.at(-1)!.month)];
  return (
    <Group gap="xl">
      {current?.expected && (
        <Figure
          label={`${formatBin(current.month, 'month')}, billed and forecast`}
          help={describeForecast({ ...current, forecast: current.expected })}
        >
          <Money amount={current.expected} currency={currency} isCompact />
        </Figure>
      )}
      {total.expected && (
        <Figure
          label={`${plan ? 'Plan' : 'Baseline'}, ${formatDateRange(first, last)}`}
          help="Complete days as billed, all others as forecast."
        >
          <Money amount={total.expected} currency={currency} isCompact />
        </Figure>
      )}
      {total.adjustments && (
        <Figure label="Adjustments" help="The plan less the baseline.">
          <SignedMoney amount={total.adjustments} currency={currency} />
        </Figure>
      )}
    </Group>
  );
}

interface OfReport {
  report: { title: string };
  outlook: ForecastMonths;
}

/** The chart, and the adjustments of the plan that it marks where they begin. */
function Adjusted({ report, outlook }: OfReport) {
  const { currency, adjustments, months } = outlook;
  const names = useNames({ hasAccounts: false });
  const texts = useMemo(
    () =>
      adjustments.map((each) => ({
        start: each.start_at,
        text: `${each.title}, ${scopeOf(each, names)}: ${periodText(each, currency)}`,
      })),
    [adjustments, currency, names],
  );
  const marks = useMemo(() => {
    const drawn = new Set(months.map(({ month }) => month));
    return texts
      .map(({ start, text }) => ({ bin: firstOfMonth(start), text }))
      .filter(({ bin }) => drawn.has(bin));
  }, [texts, months]);
  return (
    <div>
      <MonthChart
        label={`Costs, forecast, plan and budgets of ${report.title} by month; the table below has the figures`}
        outlook={outlook}
        marks={marks}
      />
      {texts.length > 0 && (
        <ul className="adjustments" aria-label="Planned adjustments">
          {texts.map(({ text }) => (
            <Text key={text} component="li" size="sm">
              {text}
            </Text>
          ))}
        </ul>
      )}
    </div>
  );
}

function Months({ report, outlook }: OfReport) {
  const { months, total, complete_through: through, unconverted_currencies: unconverted } = outlook;
  const columns = useMemo(() => monthColumns(outlook), [outlook]);
  const isPartlyBudgeted = months.some(({ budgets }) => budgets.some((each) => !each.amount));
  return (
    <div>
      <Group justify="space-between" mb="xs" align="flex-end">
        <Text size="sm" c="dimmed" maw={760}>
          Past months as billed, the others as forecast.
          {through && ` Costs are complete through ${formatDay(through)}.`} Over or under and change
          are those of the {outlook.planned_by ? 'plan' : 'baseline'}. Bounds of months do not add
          up, so the total has no range{outlook.planned_by && ', and neither has a plan'}. A dash
          means that the costs are not known, or not of the whole month.
          {isPartlyBudgeted && ' Totals of budgets count the months that have one.'}
          {unconverted.length > 0 &&
            ` Costs in ${unconverted.join(', ')} have no exchange rate and are not included.`}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => saveFile(`${report.title} by month.csv`, monthsCsv(outlook))}
        >
          Download CSV
        </Button>
      </Group>
      <DataTable<MonthRow>
        label="Months"
        columns={columns}
        rows={months}
        footer={total}
        keyOf={({ month }) => month ?? ''}
      />
    </div>
  );
}
