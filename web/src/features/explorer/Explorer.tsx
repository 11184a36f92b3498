import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo, useRef } from 'react';
import { asProblem, filterErrorPosition } from '../../api/problem.js';
import { queryClient } from '../../api/queries.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import type { CostReport } from '../cost-reports/cost-report.js';
import { useProviders } from '../costs/use-costs.js';
import { useNames } from '../costs/use-names.js';
import { Results } from './Results.js';
import { Controls } from './Controls.js';
import { AppliedFilters } from './filter/AppliedFilters.js';
import { NarrowedTo } from './filter/NarrowedTo.js';
import { FilterLine } from './filter/FilterLine.js';
import type { ExplorerQuery } from './explorer-query.js';
import { ReportActions } from './ReportActions.js';
import { type Scope, scopeOf } from './scope.js';
import { ComparisonNote } from './dates/ComparisonNote.js';
import { type ExplorerCosts, useExplorerCosts, usePrefetch } from './use-explorer-costs.js';
import { useExplorerQuery } from './use-explorer-query.js';
import { useHasHours } from './use-has-hours.js';

interface ExplorerProps {
  /** The initial query; the address holds what differs from it. */
  base: ExplorerQuery;
  title: string;
  report?: CostReport;
}

const slowMs = 1000;

/** Controls for a query of costs, and its results. */
export function Explorer({ base, title, report }: ExplorerProps) {
  const prefetch = usePrefetch();
  const [query, change] = useExplorerQuery(
    base,
    useCallback((next) => prefetch(next, scopeOf(next, report)), [prefetch, report]),
  );
  const providers = useProviders();
  const names = useNames();
  const scope = useMemo(() => scopeOf(query, report), [query, report]);
  const costs = useExplorerCosts(query, scope);
  const hasHours = useHasHours(query, scope);
  const { start, end, settings } = query;
  const source = useMemo(
    () => ({ start, end, settings, report: report?.token }),
    [start, end, settings, report],
  );
  const lastResult = useLastResult(query, scope, costs);
  const keys = useMemo(() => providers?.map(({ key }) => key) ?? [], [providers]);
  const apply = useCallback((filter: string) => change({ filter }), [change]);
  const message = costs.error ? asProblem(costs.error).message : undefined;
  const filterError = message && filterErrorPosition(message) ? message : undefined;
  if (providers?.length === 0) return <NoCosts title={title} />;
  return (
    <>
      <PageTitle title={title}>
        <ReportActions query={query} base={base} report={report} />
      </PageTitle>
      <Controls query={query} hasHours={hasHours} onChange={change} />
      <FilterLine
        filter={query.filter}
        error={filterError}
        providers={keys}
        source={source}
        names={names}
        onApply={apply}
      />
      {report && <AppliedFilters report={report.token} providers={keys} names={names} />}
      {report && (
        <NarrowedTo
          within={query.within}
          providers={keys}
          names={names}
          onRemove={() => change({ within: '' })}
        />
      )}
      {costs.error && !filterError && (
        <ErrorNote error={costs.error} onRetry={() => void costs.refetch()} />
      )}
      <SlowNote isFetching={costs.isFetching} />
      {costs.isPending && !costs.error && (
        <Stack>
          <ChartSkeleton />
          <TableSkeleton />
        </Stack>
      )}
      {lastResult && (costs.data || filterError) && (
        <Box
          className={costs.isPlaceholderData || filterError ? 'stale' : ''}
          aria-busy={costs.isPlaceholderData}
        >
          <ComparisonNote costs={lastResult.costs} />
          <Results {...lastResult} names={names} report={report} onChange={change} />
        </Box>
      )}
    </>
  );
}

/** The last query with its costs, shown until those of the next one are loaded. */
function useLastResult(
  query: ExplorerQuery,
  scope: Scope,
  { data, isPlaceholderData }: CostsQuery,
) {
  const last = useRef<{ query: ExplorerQuery; scope: Scope; costs: ExplorerCosts }>(undefined);
  if (data && !isPlaceholderData) last.current = { query, scope, costs: data };
  return last.current;
}

type CostsQuery = Pick<ReturnType<typeof useExplorerCosts>, 'data' | 'isPlaceholderData'>;

function NoCosts({ title }: { title: string }) {
  return (
    <>
      <PageTitle title={title} />
      <EmptyState
        title="There are no costs yet"
        text="Import a bill to explore its costs."
        action={{ label: 'Import costs', to: '/start' }}
      />
    </>
  );
}

const isCostsQuery = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  path === '/v2/costs' || path === '/v2/costs/series';

/** Offers to cancel a query that takes long. */
function SlowNote({ isFetching }: { isFetching: boolean }) {
  const [wasFetching] = useDebouncedValue(isFetching, slowMs);
  if (!isFetching || !wasFetching) return null;
  return (
    <Group gap="sm" mb="sm" role="status">
      <Text size="sm" c="dimmed">
        Still loading costs…
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void queryClient.cancelQueries({ predicate: isCostsQuery })}
      >
        Cancel
      </Button>
    </Group>
  );
}
