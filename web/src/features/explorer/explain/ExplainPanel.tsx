import { Drawer, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../../../api/queries.js';
import { formatBin } from '../../../lib/dates.js';
import { approximate } from '../../../lib/decimal.js';
import { formatMoney } from '../../../lib/money.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { TableSkeleton } from '../../../parts/Skeletons.js';
import { useCostParameters } from '../../costs/use-costs.js';
import type { ExplorerQuery } from '../explorer-query.js';
import type { Scope } from '../scope.js';
import type { SeriesResult } from '../use-series.js';
import { Explanation } from './Explanation.js';

interface ExplainPanelProps {
  query: ExplorerQuery;
  scope: Scope;
  shown: SeriesResult;
  currency: string;
  name: string;
  /** The bin to show first; the latest one by default. */
  bin: string | undefined;
  onName: (name: string) => void;
  onClose: () => void;
}

/** How one figure came about: a series in a bin, down to the rows of the bill. */
export function ExplainPanel(props: ExplainPanelProps) {
  const { query, scope, shown, currency, name, onName, onClose } = props;
  const series = shown.all.find((each) => each.name === name);
  const choices = shown.bins
    .map((start, index) => ({ start, amount: series?.amounts[index] ?? '0' }))
    .filter(({ amount }) => approximate(amount) !== 0);
  const [chosen, setChosen] = useState(props.bin);
  const bin = choices.find(({ start }) => start === chosen)?.start ?? choices.at(-1)?.start;
  const [page, setPage] = useState(1);
  const parameters = useCostParameters({ ...query, ...scope });
  // Without groupings the figure is that of all groups together.
  const group =
    query.groupings.length === 0 ? undefined : JSON.stringify(shown.groups.get(name) ?? {});
  const explanation = useGet(
    '/v2/costs/explain',
    { query: { ...parameters, accrued_at: bin ?? '', group, page, limit: 100 } },
    { enabled: parameters !== undefined && bin !== undefined },
  );
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
            label={query.bin === 'cumulative' ? 'Day' : `The ${query.bin} of`}
            allowDeselect={false}
            data={choices.map(({ start, amount }) => ({
              value: start,
              label: `${formatBin(start, query.bin)} · ${formatMoney(amount, currency)}`,
            }))}
            value={bin ?? null}
            onChange={(next) => {
              setPage(1);
              setChosen(next ?? undefined);
            }}
          />
        </Group>
        {explanation.error && <ErrorNote error={explanation.error} />}
        {explanation.isPending && !explanation.error && <TableSkeleton />}
        {explanation.data && !explanation.error && (
          <div className={explanation.isPlaceholderData ? 'stale' : ''}>
            <Explanation explanation={explanation.data} page={page} onPage={setPage} />
          </div>
        )}
      </Stack>
    </Drawer>
  );
}
