import { Box, Group, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { asProblem, filterPosition } from '../../api/problem.js';
import { daysBetween, formatDay } from '../../lib/dates.js';
import { coloursOf } from '../../lib/palette.js';
import { seriesOf, topSeries } from '../../lib/series.js';
import { Chart } from '../../parts/chart/Chart.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Change, Money } from '../../parts/figures.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';
import { binsOf } from './bins.js';
import { ApplyButton, Controls } from './Controls.js';
import { seriesName } from './groupings.js';
import { type Question, previousOf, useQuestion } from './question.js';
import { SeriesTable } from './SeriesTable.js';
import { type Costs, useCosts } from './use-costs.js';

export function Explore() {
  const [question, change] = useQuestion();
  const { costs, hasProviders } = useCosts(question);
  const message = costs.error ? asProblem(costs.error).message : undefined;
  const filterError = message && filterPosition(message) ? message : undefined;
  if (hasProviders === false) {
    return (
      <>
        <PageTitle title="Explore" />
        <EmptyState
          title="There are no costs yet"
          text="Costs show here once a bill has been imported: farthing import FILE."
        />
      </>
    );
  }
  return (
    <>
      <PageTitle title="Explore" />
      <Controls question={question} onChange={change} />
      <Filter question={question} error={filterError} onApply={(filter) => change({ filter })} />
      {costs.error && !filterError && (
        <ErrorNote error={costs.error} onRetry={() => void costs.refetch()} />
      )}
      {costs.isPending && !costs.error && (
        <Stack>
          <ChartSkeleton />
          <TableSkeleton />
        </Stack>
      )}
      {costs.data && (
        <Box className={costs.isPlaceholderData || filterError ? 'stale' : ''}>
          <Answer question={question} costs={costs.data} />
        </Box>
      )}
    </>
  );
}

interface FilterProps {
  question: Question;
  error: string | undefined;
  onApply: (filter: string) => void;
}

function Filter({ question, error, onApply }: FilterProps) {
  const [text, setText] = useState(question.filter);
  useEffect(() => setText(question.filter), [question.filter]);
  return (
    <Stack gap="sm" mb="md">
      <VqlEditor
        value={text}
        onChange={setText}
        // The API spoke of the text that was applied.
        error={text === question.filter ? error : undefined}
        onSubmit={() => onApply(text.trim())}
      />
      <Group>
        <ApplyButton
          isChanged={text.trim() !== question.filter}
          onApply={() => onApply(text.trim())}
        />
      </Group>
    </Stack>
  );
}

function Answer({ question, costs }: { question: Question; costs: Costs }) {
  const [lit, setLit] = useState<string | null>(null);
  const { start, end, bin, groupings, kind } = question;
  const { amount, currency } = costs.total_cost;
  const { bins, all, shown, colours } = useMemo(() => {
    const places = binsOf(start, end, bin);
    const points = costs.costs
      .filter((cost) => cost.currency === currency)
      .map((cost) => ({
        bin: cost.accrued_at,
        name: seriesName(cost, groupings),
        amount: cost.amount,
      }));
    const series = seriesOf(points, places);
    const top = topSeries(series);
    return {
      bins: places,
      all: series,
      shown: top,
      colours: coloursOf(top.map(({ name }) => name)),
    };
  }, [costs, start, end, bin, groupings, currency]);
  return (
    <Stack gap="md">
      <Group gap="xl">
        <div>
          <Text size="xs" c="dimmed">
            Total, {formatDay(start)} to {formatDay(end)} ({daysBetween(start, end) + 1} days, UTC)
          </Text>
          <Text fz={28} fw={600}>
            <Money amount={amount} currency={currency} isCompact />
          </Text>
        </div>
        <Previous question={question} now={amount} currency={currency} />
      </Group>
      <Chart
        label={`Costs by ${bin} from ${formatDay(start)} to ${formatDay(end)}; the table below has the figures`}
        kind={kind}
        bins={bins}
        bin={bin}
        series={shown}
        colours={colours}
        currency={currency}
        completeThrough={costs.freshness.completeThrough}
        lit={lit}
        onLight={setLit}
      />
      {costs.isCut && (
        <Text size="sm" c="dimmed">
          There are more figures than can be drawn; the total counts them all. Choose larger bins or
          fewer groupings.
        </Text>
      )}
      <SeriesTable
        series={all}
        total={amount}
        currency={currency}
        colours={colours}
        lit={lit}
        onLight={setLit}
      />
    </Stack>
  );
}

function Previous({
  question,
  now,
  currency,
}: {
  question: Question;
  now: string;
  currency: string;
}) {
  const { data } = useCosts(previousOf(question), { isTotalOnly: true }).costs;
  const before = data?.total_cost.amount;
  return (
    <div>
      <Text size="xs" c="dimmed">
        Against the {daysBetween(question.start, question.end) + 1} days before
      </Text>
      <Text fz={28} fw={600} mih={43}>
        {before !== undefined && <Change now={now} before={before} currency={currency} />}
      </Text>
    </div>
  );
}
