import { Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { Schemas } from '../../api/types.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { formatDateRange } from '../../lib/dates.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { DateText, Money } from '../../parts/figures.js';
import { TableSkeleton } from '../../parts/Skeletons.js';

const backtestPath = '/v2/anomaly_notifications/backtest';
type Result = Schemas['AnomalyNotificationBacktest'];
type Reported = Schemas['BacktestedAnomaly'] & { date: string };

/** What a notification would have reported in the last 90 days, while it is edited. */
export function Backtest({ report, threshold }: { report: string; threshold: number }) {
  const [settled] = useDebouncedValue(threshold, 400);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [backtestPath, { report, threshold: settled }],
    queryFn: ({ signal }) =>
      api.post(backtestPath, {
        body: { cost_report_token: report, threshold: settled },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: report !== '',
  });
  const result = data?.cost_report_token === report ? data : undefined;
  const isStale = isPlaceholderData || settled !== threshold;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="backtest">
      <Stack gap="md">
        <div>
          <Title order={2} id="backtest">
            You would have been notified
          </Title>
          <Text size="sm" c="dimmed">
            With these settings, on the costs as they are stored now. Nothing is sent.
          </Text>
        </div>
        {report === '' && <Text size="sm">Choose a report to see its anomalies.</Text>}
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {report !== '' && !result && !error && <TableSkeleton rows={3} />}
        {result && (
          <div className={isStale ? 'stale' : ''} aria-live="polite">
            <ReportedAnomalies result={result} />
          </div>
        )}
      </Stack>
    </Paper>
  );
}

function ReportedAnomalies({ result }: { result: Result }) {
  const names = useNames({ hasAccounts: false });
  const reported = result.days.flatMap(({ date, anomalies }) =>
    anomalies.map((anomaly) => ({ ...anomaly, date })),
  );
  return (
    <Stack gap="sm">
      <Text size="sm">{summaryOf(result)}</Text>
      {reported.length > 0 && (
        <DataTable
          label="Anomalies that would have been reported"
          columns={columnsOf(result.currency, names)}
          rows={reported}
          keyOf={({ date, provider, service, category }) =>
            `${date} ${provider} ${service} ${category}`
          }
        />
      )}
    </Stack>
  );
}

/** `2 of 5 anomalies, in 2 summaries` with the dates that were searched. */
function summaryOf({ start_date, end_date, anomaly_count: all, ...result }: Result): string {
  const dates = formatDateRange(start_date, end_date);
  if (all === 0) return `${dates}: no anomalies were found.`;
  const anomalies = all === 1 ? '1 anomaly' : `${all} anomalies`;
  const { length } = result.days;
  const summaries = length === 1 ? '1 summary' : `${length} summaries`;
  return `${dates}: ${result.reported_count} of ${anomalies}, in ${summaries}.`;
}

const columnsOf = (currency: string, names: Names): Column<Reported>[] => {
  const money = (
    header: string,
    id: 'amount' | 'previous_amount' | 'expected_amount',
  ): Column<Reported> => ({
    id,
    header,
    isNumeric: true,
    cell: (row) => <Money amount={row[id]} currency={currency} />,
  });
  return [
    { id: 'date', header: 'Day', cell: ({ date }) => <DateText day={date} /> },
    {
      id: 'service',
      header: 'Service',
      cell: ({ provider, service, category }) => (
        <>
          {service}
          <Text size="xs" c="dimmed">
            {[names('provider', provider), category].filter(Boolean).join(', ')}
          </Text>
        </>
      ),
    },
    money('Cost', 'amount'),
    money('Day before', 'previous_amount'),
    money('Expected', 'expected_amount'),
  ];
};
