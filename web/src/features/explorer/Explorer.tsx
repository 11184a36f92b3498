import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo, useRef } from 'react';
import { asProblem, filterPosition } from '../../api/problem.js';
import { queries } from '../../api/queries.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import type { CostReport } from '../cost-reports/cost-report.js';
import { type Costs, useAskAhead, useCosts, useProviders } from '../costs/use-costs.js';
import { useNames } from '../costs/use-names.js';
import { Answer } from './Answer.js';
import { Controls } from './Controls.js';
import { FilterLine } from './filter/FilterLine.js';
import { type Question, useQuestion } from './question.js';
import { ReportActions } from './ReportActions.js';
import { type Scope, scopeOf } from './scope.js';
import { useComparison } from './use-comparison.js';

interface ExplorerProps {
  /** Where one begins; the address holds what differs from it. */
  base: Question;
  title: string;
  report?: CostReport;
}

const slowMs = 1000;

/** Asks about costs and shows the answer. */
export function Explorer({ base, title, report }: ExplorerProps) {
  const askAhead = useAskAhead();
  const [question, change] = useQuestion(
    base,
    useCallback((next) => askAhead({ ...next, ...scopeOf(next, report) }), [askAhead, report]),
  );
  const providers = useProviders();
  const names = useNames();
  const scope = useMemo(() => scopeOf(question, report), [question, report]);
  const costs = useCosts({ ...question, ...scope });
  const answered = useAnswered(question, scope, costs);
  // Asked beside the question, not after it.
  useComparison(question, scope, costs.data);
  const keys = useMemo(() => providers?.map(({ key }) => key) ?? [], [providers]);
  const apply = useCallback((filter: string) => change({ filter }), [change]);
  const message = costs.error ? asProblem(costs.error).message : undefined;
  const filterError = message && filterPosition(message) ? message : undefined;
  if (providers?.length === 0) return <NoCosts title={title} />;
  return (
    <>
      <PageTitle title={title}>
        <ReportActions question={question} base={base} report={report} />
      </PageTitle>
      <Controls question={question} onChange={change} />
      <FilterLine
        filter={question.filter}
        error={filterError}
        providers={keys}
        names={names}
        onApply={apply}
      />
      {scope.report && scope.filter !== '' && (
        <Text size="xs" c="dimmed" mb="sm">
          Narrowed within the saved report and its saved filters; costs outside of it show once the
          changes are saved.
        </Text>
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
      {answered && (costs.data || filterError) && (
        <Box
          className={costs.isPlaceholderData || filterError ? 'stale' : ''}
          aria-busy={costs.isPlaceholderData}
        >
          <Answer {...answered} names={names} report={report} onChange={change} />
        </Box>
      )}
    </>
  );
}

/** The last question that has its answer: its figures stand under their own names until the next has one. */
function useAnswered(question: Question, scope: Scope, { data, isPlaceholderData }: CostsQuery) {
  const last = useRef<{ question: Question; scope: Scope; costs: Costs }>(undefined);
  if (data && !isPlaceholderData) last.current = { question, scope, costs: data };
  return last.current;
}

type CostsQuery = Pick<ReturnType<typeof useCosts>, 'data' | 'isPlaceholderData'>;

function NoCosts({ title }: { title: string }) {
  return (
    <>
      <PageTitle title={title} />
      <EmptyState
        title="There are no costs yet"
        text="Costs show here once a bill has been imported."
        action={{ label: 'Bring in costs', to: '/start' }}
      />
    </>
  );
}

/** A question that takes long says so and can be taken back. */
function SlowNote({ isFetching }: { isFetching: boolean }) {
  const [wasFetching] = useDebouncedValue(isFetching, slowMs);
  if (!isFetching || !wasFetching) return null;
  return (
    <Group gap="sm" mb="sm" role="status">
      <Text size="sm" c="dimmed">
        Still reading costs…
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void queries.cancelQueries({ queryKey: ['/v2/costs'] })}
      >
        Cancel
      </Button>
    </Group>
  );
}
