import { Drawer, Group, Select, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.js';
import { formatBin } from '../../../lib/dates.js';
import { approximate } from '../../../lib/decimal.js';
import { formatMoney } from '../../../lib/money.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { TableSkeleton } from '../../../parts/Skeletons.js';
import { useCostQuery } from '../../costs/use-costs.js';
import type { Question } from '../question.js';
import type { Scope } from '../scope.js';
import type { Shown } from '../use-series.js';
import { Explanation, type ExplanationBody } from './Explanation.js';

interface ExplainPanelProps {
  question: Question;
  scope: Scope;
  shown: Shown;
  currency: string;
  name: string;
  /** The bin to begin with; the latest one without it. */
  bin: string | undefined;
  onName: (name: string) => void;
  onClose: () => void;
}

/** What stands behind one figure: a series in a bin, down to the rows of the bill. */
export function ExplainPanel(props: ExplainPanelProps) {
  const { question, scope, shown, currency, name, onName, onClose } = props;
  const series = shown.all.find((each) => each.name === name);
  const choices = shown.bins
    .map((start, index) => ({ start, amount: series?.amounts[index] ?? '0' }))
    .filter(({ amount }) => approximate(amount) !== 0);
  const [wanted, setWanted] = useState(props.bin);
  const bin = choices.find(({ start }) => start === wanted)?.start ?? choices.at(-1)?.start;
  const [page, setPage] = useState(1);
  const asked = useCostQuery({ ...question, ...scope });
  const query = {
    ...asked,
    accrued_at: bin,
    // Without groupings the figure is that of all groups together.
    group:
      question.groupings.length === 0 ? undefined : JSON.stringify(shown.groups.get(name) ?? {}),
    page,
    limit: 100,
  };
  const explanation = useQuery({
    queryKey: ['/v2/costs/explain', query],
    queryFn: ({ signal }) => api.get<ExplanationBody>('/v2/costs/explain', query, signal),
    enabled: asked !== undefined && bin !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title="Explain a figure">
      <Stack gap="md">
        <Group grow align="flex-end">
          <Select
            label="Series"
            searchable
            allowDeselect={false}
            data={shown.all.map((each) => each.name)}
            value={name}
            onChange={(next) => {
              setPage(1);
              if (next) onName(next);
            }}
          />
          <Select
            label={question.bin === 'cumulative' ? 'Day' : `The ${question.bin} of`}
            allowDeselect={false}
            data={choices.map(({ start, amount }) => ({
              value: start,
              label: `${formatBin(start, question.bin)} · ${formatMoney(amount, currency)}`,
            }))}
            value={bin ?? null}
            onChange={(next) => {
              setPage(1);
              setWanted(next ?? undefined);
            }}
          />
        </Group>
        {explanation.error && <ErrorNote error={explanation.error} />}
        {explanation.isPending && !explanation.error && <TableSkeleton />}
        {explanation.data && !explanation.error && (
          <div className={explanation.isPlaceholderData ? 'stale' : ''}>
            <Explanation body={explanation.data} page={page} onPage={setPage} />
          </div>
        )}
      </Stack>
    </Drawer>
  );
}
