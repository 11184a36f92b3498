import { Text, Title } from '@mantine/core';
import { type ListAnswer, useGet } from '../../api/untyped.js';
import { costReportsPath } from '../../features/cost-reports/cost-report.js';
import { formatMoment } from '../../lib/dates.js';
import { approximate } from '../../lib/decimal.js';
import { formatPercent } from '../../lib/money.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import type { Backtest } from './forecast.js';

const most = 20;
const percent = (ratio: string | null) =>
  ratio === null ? '–' : formatPercent(approximate(ratio));

const methods: Record<string, string> = {
  smoothed: 'smoothed level, trend and week',
  last_week: 'the last week, repeated',
  spread_fee: 'a fee spread over its month',
  mean: 'the mean',
};

const columns: Column<Backtest>[] = [
  {
    id: 'series',
    header: 'Costs of',
    cell: ({ provider, service }) =>
      service === 'all'
        ? provider === 'all'
          ? 'the whole report'
          : provider
        : `${provider} · ${service}`,
  },
  {
    id: 'method',
    header: 'Forecast by',
    cell: ({ method }) => (method === null ? 'the sum of its parts' : (methods[method] ?? method)),
  },
  { id: 'error', header: 'Error', isNumeric: true, cell: (row) => percent(row.forecast.wape) },
  {
    id: 'naive',
    header: 'Error of the last week',
    isNumeric: true,
    cell: (row) => percent(row.seasonal_naive.wape),
  },
  {
    id: 'coverage',
    header: 'Days in the band',
    isNumeric: true,
    cell: (row) => percent(row.forecast.coverage),
  },
];

/** How good the baseline would have been over the last months. */
export function Backtests({ report }: { report: string }) {
  const { data, error } = useGet<ListAnswer & { computed_at?: string | null }>(
    `${costReportsPath}/${report}/forecast_backtest`,
    { limit: most },
  );
  const rows = (data?.['forecast_backtest'] ?? []) as Backtest[];
  const computedAt = data?.computed_at;
  return (
    <section aria-labelledby="backtest">
      <Title order={2} id="backtest">
        How good the baseline is
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {computedAt
          ? `Held against the last months, ${formatMoment(computedAt)}. The error is the sum of all misses over the sum of all costs; four of five days should lie in the band.`
          : 'It is worked out in the background, first when a report is made and then every day.'}
      </Text>
      {error && <ErrorNote error={error} />}
      {!data && !error && <TableSkeleton rows={4} />}
      {rows.length > 0 && (
        <DataTable
          label="Tests of the baseline"
          columns={columns}
          rows={rows}
          keyOf={({ provider, service }) => JSON.stringify([provider, service])}
        />
      )}
      {data?.links.next && (
        <Text size="sm" c="dimmed">
          The first {most} are shown.
        </Text>
      )}
    </section>
  );
}
