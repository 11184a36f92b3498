import { Group, Stack, Text } from '@mantine/core';
import { useGet } from '../../../api/queries.js';
import type { Schemas } from '../../../api/types.js';
import { formatBin, lastDayOf } from '../../../lib/dates.js';
import { approximate } from '../../../lib/decimal.js';
import { Change, Money } from '../../../parts/figures.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { ChartSkeleton } from '../../../parts/Skeletons.js';
import { chartHeight } from '../grid-item.js';
import type { CostFigures } from './cost-figures.js';
import { Trend } from './Trend.js';
import { widgetParameters } from './use-widget-costs.js';

type UnitCost = Schemas['UnitCost'];

/** The costs of a report per unit of its business metrics: the last complete bin against the one before. */
export function UnitCostWidget({ item, report, costs, scope }: CostFigures) {
  const { data, error, refetch } = useGet('/v2/unit_costs', {
    query: {
      cost_report_token: report.token,
      ...widgetParameters(item, report, scope),
      date_bin: costs.date_bin,
      order: 'asc',
      limit: 1000,
    },
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <ChartSkeleton height={chartHeight(item.height)} />;
  const metrics = completeMetrics(data.unit_costs, costs);
  if (metrics.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {report.business_metric_tokens_with_metadata.length === 0
          ? 'The report has no business metrics. Attach one to see costs per unit.'
          : 'No complete period of the date range has values of the business metrics.'}
      </Text>
    );
  }
  return (
    <Stack gap="md">
      {metrics.map((values) => (
        <UnitFigure
          key={keyOf(values[0]!)}
          values={values}
          bin={costs.date_bin}
          currency={costs.currency}
        />
      ))}
    </Stack>
  );
}

interface UnitFigureProps {
  values: readonly UnitCost[];
  bin: string;
  currency: string;
}

function UnitFigure({ values, bin, currency }: UnitFigureProps) {
  const [latest, before] = [values.at(-1)!, values.at(-2)];
  const isPercentage = latest.calculation_type === 'gross_margin';
  return (
    <div>
      <Text size="sm">{titleOf(latest)}</Text>
      <Group gap="md" justify="space-between" wrap="nowrap">
        <span className="kpi-figure">
          <Money amount={latest.unit_cost_amount} currency={isPercentage ? '' : currency} />
          {isPercentage && '%'}
        </span>
        <Trend values={values.map((each) => approximate(each.unit_cost_amount))} />
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {formatBin(latest.date, bin)}
        {before && (
          <>
            {': '}
            <Change
              current={latest.unit_cost_amount}
              previous={before.unit_cost_amount}
              currency={isPercentage ? '' : currency}
            />{' '}
            against {formatBin(before.date, bin)}
          </>
        )}
      </Text>
    </div>
  );
}

const keyOf = ({ business_metric_token: token, scale, calculation_type: type }: UnitCost): string =>
  `${token} ${scale} ${type}`;

const titleOf = ({ business_metric_title: title, scale }: UnitCost): string =>
  scale === 1 ? title : `${title}, per ${scale.toLocaleString()}`;

/** The values of each metric in bins that are whole: part of a month is not comparable with a month. */
function completeMetrics(
  rows: readonly UnitCost[],
  {
    date_bin: bin,
    complete_through: through,
    start_date: start,
    end_date: end,
  }: CostFigures['costs'],
): UnitCost[][] {
  const isComplete = ({ date }: UnitCost) => {
    const last = lastDayOf(date, bin);
    return through !== null && last <= through && date.slice(0, 10) >= start && last <= end;
  };
  const byKey = new Map<string, UnitCost[]>();
  for (const row of rows.filter(isComplete)) {
    byKey.set(keyOf(row), [...(byKey.get(keyOf(row)) ?? []), row]);
  }
  return [...byKey.values()];
}
