import { Text, Title } from '@mantine/core';
import { useGet } from '../../api/queries.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { formatMoment } from '../../lib/dates.js';
import { approximate } from '../../lib/decimal.js';
import { formatPercent } from '../../lib/money.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import type { Backtest } from './forecast.js';

const maxRows = 20;
const percent = (ratio: string | null) =>
  ratio === null ? '–' : formatPercent(approximate(ratio));

const methods: Record<string, string> = {
  smoothed: 'Exponential smoothing',
  last_week: 'Last week repeated',
  spread_fee: 'Monthly fee allocated by day',
  monthly_charges: 'Monthly charges',
  mean: 'Mean',
  ended: 'No further costs',
};

const columnsOf = (names: Names): Column<Backtest>[] => [
  {
    id: 'series',
    header: 'Series',
    cell: (row) => seriesName(row, names),
  },
  {
    id: 'method',
    header: 'Method',
    cell: ({ method }) => (method === null ? 'Sum of its services' : (methods[method] ?? method)),
  },
  { id: 'error', header: 'Error', isNumeric: true, cell: (row) => percent(row.forecast.wape) },
  {
    id: 'naive',
    header: 'Error of last week repeated',
    isNumeric: true,
    cell: (row) => percent(row.seasonal_naive.wape),
  },
  {
    id: 'coverage',
    header: 'Days within range',
    isNumeric: true,
    cell: (row) => percent(row.forecast.coverage),
  },
];

function seriesName({ provider, service }: Backtest, names: Names): string {
  if (service !== 'all') return `${names('provider', provider)} · ${service}`;
  return provider === 'all' ? 'Whole report' : names('provider', provider);
}

/** How accurate the baseline would have been over the last months. */
export function Backtests({ report }: { report: string }) {
  const { data, error } = useGet('/v2/cost_reports/{cost_report_token}/forecast_backtest', {
    path: { cost_report_token: report },
    query: { limit: maxRows },
  });
  const names = useNames({ hasAccounts: false });
  const rows = data?.forecast_backtest ?? [];
  const computedAt = data?.computed_at;
  return (
    <section aria-labelledby="backtest">
      <Title order={2} id="backtest">
        Forecast accuracy
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {computedAt
          ? `Baseline compared with the actual costs of the last months, as of ${formatMoment(computedAt)}. The error is the sum of absolute errors divided by the sum of costs (WAPE). 80% of days should fall within the forecast range.`
          : 'The baseline is tested in the background when a report is created, and after each import.'}
      </Text>
      {error && <ErrorNote error={error} />}
      {!data && !error && <TableSkeleton rows={4} />}
      {rows.length > 0 && (
        <DataTable
          label="Accuracy by series"
          columns={columnsOf(names)}
          rows={rows}
          keyOf={({ provider, service }) => JSON.stringify([provider, service])}
        />
      )}
      {data?.links.next && (
        <Text size="sm" c="dimmed">
          Showing the first {maxRows}.
        </Text>
      )}
    </section>
  );
}
