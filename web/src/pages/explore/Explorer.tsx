import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { asProblem, filterPosition } from '../../api/problem.js';
import { queries } from '../../api/queries.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { Answer } from './Answer.js';
import { Controls } from './Controls.js';
import { type CostReport, hasOtherFilters } from './cost-report.js';
import { FilterLine } from './filter/FilterLine.js';
import { type Question, useQuestion } from './question.js';
import { ReportActions } from './ReportActions.js';
import { useCosts, useProviders } from './use-costs.js';
import { useNames } from './use-names.js';

interface ExplorerProps {
  /** Where one begins; the address holds what differs from it. */
  base: Question;
  title: string;
  report?: CostReport;
}

const slowMs = 1000;

/** Asks about costs and shows the answer. */
export function Explorer({ base, title, report }: ExplorerProps) {
  const [question, change] = useQuestion(base);
  const providers = useProviders();
  const names = useNames();
  const scope = scopeOf(question, report);
  const costs = useCosts({ ...question, ...scope });
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
        providers={providers?.map(({ key }) => key) ?? []}
        names={names}
        onApply={(filter) => change({ filter })}
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
      {costs.data && (
        <Box className={costs.isPlaceholderData || filterError ? 'stale' : ''}>
          <Answer
            question={question}
            scope={scope}
            costs={costs.data}
            names={names}
            report={report}
            onChange={change}
          />
        </Box>
      )}
    </>
  );
}

/** Whose costs are asked: those of the saved report as long as its filter stands or only narrows it. */
export interface Scope {
  report: string | undefined;
  filter: string;
}

function scopeOf(question: Question, report?: CostReport): Scope {
  if (!report) return { report: undefined, filter: question.filter };
  if (question.filter === (report.filter ?? '')) return { report: report.token, filter: '' };
  return {
    report: hasOtherFilters(report) ? report.token : undefined,
    filter: question.filter,
  };
}

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
