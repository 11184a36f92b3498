import { Drawer, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../../../api/queries.js';
import { formatBin } from '../../../lib/dates.js';
import { approximate } from '../../../lib/decimal.js';
import { formatMoney } from '../../../lib/money.js';
import { capitalize } from '../../../lib/text.js';
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
  result: SeriesResult;
  currency: string;
  name: string;
  /** The bin to show first; the latest one by default. */
  bin: string | undefined;
  onName: (name: string) => void;
  onClose: () => void;
}

/** How a figure is calculated: one series in one bin, down to the rows of the bill. */
export function ExplainPanel(props: ExplainPanelProps) {
  const { query, scope, result, currency, name, onName, onClose } = props;
  const series = result.all.find((each) => each.name === name);
  const binsWithCosts = result.bins
    .map((start, index) => ({ start, amount: series?.amounts[index] ?? '0' }))
    .filter(({ amount }) => approximate(amount) !== 0);
  const [selected, setSelected] = useState(props.bin);
  const bin =
    binsWithCosts.find(({ start }) => start === selected)?.start ?? binsWithCosts.at(-1)?.start;
  const [page, setPage] = useState(1);
  const parameters = useCostParameters({ ...query, ...scope });
  // Without groupings the figure is the sum of all groups.
  const group =
    query.groupings.length === 0 ? undefined : JSON.stringify(result.groups.get(name) ?? {});
  const explanation = useGet(
    '/v2/costs/explain',
    { query: { ...parameters, accrued_at: bin ?? '', group, page, limit: 100 } },
    { enabled: parameters !== undefined && bin !== undefined },
  );
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title="Cost explanation">
      <Stack gap="md">
        <Group grow align="flex-end">
          <Select
            label="Series"
            searchable
            allowDeselect={false}
            data={result.all.map((each) => each.name)}
            value={name}
            onChange={(next) => {
              setPage(1);
              if (next) onName(next);
            }}
          />
          <Select
            label={query.bin === 'cumulative' ? 'Day' : capitalize(query.bin)}
            allowDeselect={false}
            data={binsWithCosts.map(({ start, amount }) => ({
              value: start,
              label: `${formatBin(start, query.bin)} · ${formatMoney(amount, currency)}`,
            }))}
            value={bin ?? null}
            onChange={(next) => {
              setPage(1);
              setSelected(next ?? undefined);
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
