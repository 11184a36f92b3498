import { Anchor, Box, Breadcrumbs, Button, Stack, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { IntervalSelect } from '../../features/costs/IntervalSelect.js';
import { useInterval } from '../../features/costs/use-interval.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { EfficiencyChart } from './EfficiencyChart.js';
import { EfficiencyFigures } from './EfficiencyFigures.js';
import { EfficiencyNotes } from './EfficiencyNotes.js';
import { EfficiencyTable } from './EfficiencyTable.js';
import { type Efficiency, levelOf, nameOf, type Place } from './levels.js';

const maxGroups = 200;
const maxBins = 10_000;

/** What clusters cost and how much of it is used, from clusters down to workloads. */
export function Kubernetes() {
  const search: Place & { dates?: string } = useSearch({ strict: false });
  const { name, range, choose } = useInterval('last_30_days');
  const workspace = useWorkspace();
  const level = levelOf(search);
  const query = {
    workspace_token: workspace?.token,
    start_date: range.start,
    end_date: range.end,
    filter: level.filter,
  };
  const path = '/v2/kubernetes_efficiency_reports/efficiency';
  const groups = useGet(path, {
    query: { ...query, date_bin: 'total', groupings: [level.grouping], limit: maxGroups },
  });
  const days = useGet(path, {
    query: { ...query, date_bin: 'day', groupings: ['cluster_id'], limit: maxBins },
  });
  const error = groups.error ?? days.error;
  // The groups of another level stay until these are loaded, and would have the wrong name.
  const isOtherLevel = groups.data?.groupings[0] !== level.grouping;
  return (
    <>
      <PageTitle
        title="Kubernetes"
        text="What clusters cost at undiscounted prices, and how much of it is paid for but not used."
      >
        <IntervalSelect value={name} onChange={choose} />
        <Button component={Link} to="/kubernetes/reports" variant="default">
          Reports
        </Button>
      </PageTitle>
      <Trail place={search} dates={search.dates} />
      {error && <ErrorNote error={error} onRetry={() => void groups.refetch()} />}
      {!error && (isOtherLevel || !days.data) && (
        <Stack>
          <ChartSkeleton />
          <TableSkeleton />
        </Stack>
      )}
      {!error && !isOtherLevel && groups.data && days.data && (
        <Box
          className={groups.isPlaceholderData ? 'stale' : ''}
          aria-busy={groups.isPlaceholderData}
        >
          <Result place={search} dates={search.dates} groups={groups.data} days={days.data} />
        </Box>
      )}
    </>
  );
}

interface ResultProps {
  place: Place;
  dates: string | undefined;
  groups: Efficiency;
  days: Efficiency;
}

function Result({ place, dates, groups, days }: ResultProps) {
  if (groups.figures.length === 0) {
    return (
      <EmptyState
        title="There is no usage in these days"
        text="Choose another date range, or import what your clusters used: files of OpenCost or OpenShift, or the address of OpenCost or Prometheus."
        action={{ label: 'View integrations', to: '/integrations' }}
      />
    );
  }
  return (
    <Stack gap="md">
      <EfficiencyFigures total={groups.total} currency={groups.currency} />
      <EfficiencyChart days={days} />
      <EfficiencyTable place={place} dates={dates} groups={groups} />
      <EfficiencyNotes groups={groups} />
    </Stack>
  );
}

/** The way back up. */
function Trail({ place, dates }: { place: Place; dates: string | undefined }) {
  if (!place.cluster) return null;
  const steps = [
    { label: 'All clusters', search: {} },
    { label: place.cluster, search: { cluster: place.cluster } },
    ...(place.namespace
      ? [{ label: nameOf({ label: 'Namespace' }, place.namespace), search: place }]
      : []),
  ];
  return (
    <nav aria-label="Breadcrumbs">
      <Breadcrumbs mb="md">
        {steps.map(({ label, search }, index) =>
          index === steps.length - 1 ? (
            <Text key={label} size="sm" aria-current="page">
              {label}
            </Text>
          ) : (
            <Anchor
              key={label}
              size="sm"
              component={Link}
              to="/kubernetes"
              search={{ ...search, ...(dates && { dates }) } as never}
            >
              {label}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}
