import { Anchor, Box, Stack, Text } from '@mantine/core';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { asProblem, filterErrorPosition } from '../../api/problem.js';
import { useGet } from '../../api/queries.js';
import {
  type ChangesQuery,
  parseChangesQuery,
  printChangesQuery,
  type Search,
} from '../../features/cost-changes/changes-query.js';
import { useCostChanges } from '../../features/cost-changes/use-cost-changes.js';
import { type CostReport, reportPage } from '../../features/cost-reports/cost-report.js';
import { useProviders } from '../../features/costs/use-costs.js';
import { useNames } from '../../features/costs/use-names.js';
import { FilterLine } from '../../features/explorer/filter/FilterLine.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { ChangesControls } from './ChangesControls.js';
import { ChangesResult } from './ChangesResult.js';

/** Why costs changed between two periods. */
export function Changes() {
  const [query, change] = useChangesQuery();
  const { start, end, settings } = query;
  const providers = useProviders();
  const names = useNames();
  const report = useReport(query.report);
  const changes = useCostChanges(query);
  const keys = useMemo(() => providers?.map(({ key }) => key) ?? [], [providers]);
  const source = useMemo(
    () => ({ start, end, settings, report: query.report }),
    [start, end, settings, query.report],
  );
  const apply = useCallback((filter: string) => change({ filter }), [change]);
  const message = changes.error ? asProblem(changes.error).message : undefined;
  const filterError = message && filterErrorPosition(message) ? message : undefined;
  if (providers?.length === 0) return <NoCosts />;
  return (
    <>
      <PageTitle title="Changes" text="What made costs rise or fall between two periods." />
      <ChangesControls query={query} onChange={change} />
      <FilterLine
        filter={query.filter}
        error={filterError}
        providers={keys}
        source={source}
        names={names}
        onApply={apply}
      />
      {query.report && <WithinReport token={query.report} report={report} />}
      {changes.error && !filterError && (
        <ErrorNote error={changes.error} onRetry={() => void changes.refetch()} />
      )}
      {changes.isPending && !changes.error && (
        <Stack>
          <ChartSkeleton height={120} />
          <ChartSkeleton />
          <TableSkeleton />
        </Stack>
      )}
      {changes.data && !changes.error && (
        <Box
          className={changes.isPlaceholderData ? 'stale' : ''}
          aria-busy={changes.isPlaceholderData}
        >
          <ChangesResult
            query={query}
            changes={changes.data}
            names={names}
            providers={keys}
            report={report}
            onChange={change}
          />
        </Box>
      )}
    </>
  );
}

/** The query in the address; every change of it is a new entry in the history. */
function useChangesQuery(): [ChangesQuery, (change: Partial<ChangesQuery>) => void] {
  const search: Search = useSearch({ strict: false });
  const router = useRouter();
  const query = useMemo(() => parseChangesQuery(search), [search]);
  const change = useCallback(
    (part: Partial<ChangesQuery>) => {
      const next = { ...query, page: 1, ...part };
      void router.navigate({
        to: '.',
        search: printChangesQuery(next),
        resetScroll: false,
      });
    },
    [router, query],
  );
  return [query, change];
}

function useReport(token: string | undefined): CostReport | undefined {
  const { data } = useGet(
    '/v2/cost_reports/{cost_report_token}',
    { path: { cost_report_token: token ?? '' } },
    { enabled: token !== undefined },
  );
  return token === undefined ? undefined : data;
}

function WithinReport({ token, report }: { token: string; report: CostReport | undefined }) {
  return (
    <Text size="sm" c="dimmed" mb="sm">
      Costs of the report{' '}
      <Anchor component={Link} to={reportPage(token)} inherit>
        {report?.title ?? token}
      </Anchor>{' '}
      and all of its filters.
    </Text>
  );
}

function NoCosts() {
  return (
    <>
      <PageTitle title="Changes" />
      <EmptyState
        title="There are no costs yet"
        text="Import bills of two periods to see what changed between them."
        action={{ label: 'Import costs', to: '/start' }}
      />
    </>
  );
}
