import { Code, Button, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { intervalLabel } from '../../features/costs/intervals.js';
import { CreateMenu } from '../../features/report-actions/CreateMenu.js';
import { formatDateRange } from '../../lib/dates.js';
import { BackLink } from '../../parts/BackLink.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageError } from '../../parts/PageError.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, PageSkeleton } from '../../parts/Skeletons.js';
import { EfficiencyChart } from './EfficiencyChart.js';
import { EfficiencyFigures } from './EfficiencyFigures.js';
import { EfficiencyNotes } from './EfficiencyNotes.js';
import { GroupTable } from './GroupTable.js';
import { groupingLabel } from './groupings.js';

const path = '/v2/kubernetes_efficiency_reports/efficiency';
const maxGroups = 200;
const maxBins = 10_000;

/** The figures of a report, by the groupings that it stores. */
export function OneEfficiencyReport() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const mayEdit = useHasRole('Editor');
  const { data: report, error } = useGet(
    '/v2/kubernetes_efficiency_reports/{kubernetes_efficiency_report_token}',
    { path: { kubernetes_efficiency_report_token: token } },
  );
  const query = { kubernetes_efficiency_report_token: token };
  const groups = useGet(path, { query: { ...query, date_bin: 'total', limit: maxGroups } });
  const bins = useGet(path, { query: { ...query, groupings: ['cluster_id'], limit: maxBins } });
  if (error) return <PageError error={error} />;
  if (!report || report.token !== token) return <PageSkeleton />;
  const failure = groups.error ?? bins.error;
  const isStale = groups.isPlaceholderData || bins.isPlaceholderData;
  return (
    <>
      <BackLink to="/kubernetes/reports" label="Kubernetes efficiency reports" />
      <PageTitle title={report.title}>
        <CreateMenu withReport={(use) => use(report)} />
        {mayEdit && (
          <Button component={Link} to={`/kubernetes/reports/${token}/edit`} variant="default">
            Edit
          </Button>
        )}
      </PageTitle>
      {groups.data && !isStale && (
        <Text size="sm" c="dimmed" mb="md">
          {intervalLabel(report.date_interval ?? '')},{' '}
          {formatDateRange(groups.data.start_date, groups.data.end_date)}, by{' '}
          {groups.data.groupings.map((name) => groupingLabel(name).toLowerCase()).join(', ')}
          {report.filter && (
            <>
              , where <Code>{report.filter}</Code>
            </>
          )}
          .
        </Text>
      )}
      {failure && <ErrorNote error={failure} onRetry={() => void groups.refetch()} />}
      {!failure && (!groups.data || !bins.data || isStale) && <ChartSkeleton />}
      {!failure && groups.data && bins.data && !isStale && groups.data.figures.length === 0 && (
        <EmptyState
          title="There is no usage in these days"
          text="Nothing that clusters used matches the dates and the filter of the report."
          action={
            mayEdit
              ? { label: 'Edit the report', to: `/kubernetes/reports/${token}/edit` }
              : undefined
          }
        />
      )}
      {!failure && groups.data && bins.data && !isStale && groups.data.figures.length > 0 && (
        <Stack gap="md">
          <EfficiencyFigures total={groups.data.total} currency={groups.data.currency} />
          <EfficiencyChart days={bins.data} />
          <GroupTable groups={groups.data} sortedBy={report.aggregated_by} />
          <EfficiencyNotes groups={groups.data} />
        </Stack>
      )}
    </>
  );
}
