import { Group, Select, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { formatDay } from '../../lib/dates.js';
import { approximate } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Figure, Money } from '../../parts/figures.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { CoverageChart } from './CoverageChart.js';
import { FigureGroups } from './FigureGroups.js';
import { type Figures, figuresPath, reportsPath } from './figures.js';
import type { Period } from './period.js';
import { percentOf } from './percent.js';

/** Groups that a report shows; there may be thousands. */
const shownGroups = 25;

/** Coverage, utilization and savings of a commitment report in the period of the page. The report is in the URL. */
export function Coverage({ workspace, period }: { workspace: string | undefined; period: Period }) {
  const navigate = useNavigate();
  const search: { report?: string } = useSearch({ strict: false });
  const list = useGet(reportsPath, { query: { workspace_token: workspace, limit: 1000 } });
  const mayEdit = useHasRole('Editor');
  const reports = list.data?.financial_commitment_reports ?? [];
  const shown =
    reports.find(({ token }) => token === search.report) ??
    reports.find((report) => report.default) ??
    reports[0];
  const {
    data: figures,
    error,
    isPlaceholderData: isStale,
    refetch,
  } = useGet(
    figuresPath,
    {
      path: { financial_commitment_report_token: shown?.token ?? '' },
      query: {
        limit: shownGroups,
        start_date: period.start,
        end_date: period.end,
        date_bucket: 'day',
      },
    },
    { enabled: shown !== undefined },
  );
  return (
    <section aria-labelledby="commitment-coverage">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="commitment-coverage">
          Coverage and utilization
        </Title>
        {reports.length > 1 && (
          <Select
            aria-label="Report"
            data={reports.map(({ token, title }) => ({ value: token, label: title }))}
            value={shown?.token ?? null}
            allowDeselect={false}
            onChange={(report) =>
              void navigate({ to: '.', search: { ...search, report: report ?? '' }, replace: true })
            }
          />
        )}
      </Group>
      {list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {list.data && reports.length === 0 && (
        <EmptyState
          title="There are no commitment reports"
          text="Create one to see coverage and utilization: for all costs of AWS, a report without a filter."
          action={
            mayEdit ? { label: 'New commitment report', to: '/commitments/reports/new' } : undefined
          }
        />
      )}
      {search.report && list.data && shown && shown.token !== search.report && (
        <Text mb="sm">
          The report of this link was deleted, or is not in this workspace. “{shown.title}” is shown
          instead.
        </Text>
      )}
      {figures ? (
        <div className={isStale ? 'stale' : ''}>
          <FiguresOf figures={figures} />
        </div>
      ) : (
        !error && shown && <ChartSkeleton />
      )}
    </section>
  );
}

function FiguresOf({ figures }: { figures: Figures }) {
  const { total, currency } = figures;
  const money = (amount: string) => <Money amount={amount} currency={currency} isCompact />;
  return (
    <>
      <Group gap="xl" align="flex-start" mb="sm">
        <Figure label="Coverage" help="Covered spend in percent of covered and on-demand spend">
          {percentOf(total.coverage_percent)}
        </Figure>
        <Figure label="Utilization" help="Used part of all commitments">
          {percentOf(total.utilization_percent)}
        </Figure>
        <Figure label="Unused" help="Cost of commitments that nothing used">
          {money(total.unused_cost)}
        </Figure>
        <Figure label="Total savings" help="On-demand equivalent less what was paid">
          {money(total.total_savings)}
        </Figure>
        <Figure
          label="Effective savings rate"
          help="Savings in percent of the on-demand equivalent"
        >
          {percentOf(total.effective_savings_rate_percent)}
        </Figure>
      </Group>
      <CoverageChart figures={figures} />
      <Notes figures={figures} />
      <FigureGroups figures={figures} />
    </>
  );
}

/** What a reader has to know about the figures. */
function Notes({ figures }: { figures: Figures }) {
  const { total, currency, complete_through: through, unconverted_currencies: missing } = figures;
  const isUnpriced = approximate(total.unpriced_cost) > 0;
  return (
    <Text size="xs" c="dimmed" mt="xs">
      Costs of AWS.
      {through && ` Costs are complete through ${formatDay(through)}.`}
      {isUnpriced &&
        ` ${formatMoney(total.unpriced_cost, currency)} of usage has no public price in the bill and counts at what it cost.`}
      {missing.length > 0 && ` Not included for lack of an exchange rate: ${missing.join(', ')}.`}
    </Text>
  );
}
