import { Drawer, Group, Select, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useGet } from '../../../api/queries.js';
import { binLabel } from '../../../lib/bin-days.js';
import { formatDateRange } from '../../../lib/dates.js';
import { approximate } from '../../../lib/decimal.js';
import { formatMoney } from '../../../lib/money.js';
import type { Series } from '../../../lib/series.js';
import { capitalize } from '../../../lib/text.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { TableSkeleton } from '../../../parts/Skeletons.js';
import type { GroupValue } from '../../costs/groupings.js';
import { useCostParameters } from '../../costs/use-costs.js';
import type { ExplorerQuery } from '../explorer-query.js';
import type { Scope } from '../scope.js';
import { wholeTotal } from '../use-explained.js';
import { Explanation } from './Explanation.js';

interface ExplainPanelProps {
  query: ExplorerQuery;
  scope: Scope;
  /** The bins of the query. */
  bins: readonly string[];
  /** The series to choose from. */
  choices: readonly Series[];
  /** The values that the chosen series is grouped by; undefined for the sum of all series. */
  group: Record<string, GroupValue> | undefined;
  currency: string;
  name: string;
  /** The chosen bin; the whole period by default. */
  bin: string | undefined;
  /** What the figure of the whole period consists of. */
  contributors: ReactNode;
  onExplain: (name: string, bin?: string) => void;
  onClose: () => void;
}

/** Stands for all bins in the list of them. */
const wholePeriod = 'all';

/** How a figure is calculated: one series in the whole period or in one bin, down to the rows of the bill. */
export function ExplainPanel(props: ExplainPanelProps) {
  const { query, scope, bins, choices, group, currency, name, contributors, onExplain, onClose } =
    props;
  const series = choices.find((each) => each.name === name);
  const binsWithCosts = bins
    .map((start, index) => ({ start, amount: series?.amounts[index] ?? '0' }))
    .filter(({ amount }) => approximate(amount) !== 0);
  const bin = binsWithCosts.find(({ start }) => start === props.bin)?.start;
  const [page, setPage] = useState(1);
  const parameters = useCostParameters({ ...query, ...scope });
  const explanation = useGet(
    '/v2/costs/explain',
    {
      query: {
        ...parameters,
        accrued_at: bin,
        group: group && JSON.stringify(group),
        page,
        limit: 100,
      },
    },
    { enabled: parameters !== undefined },
  );
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title="Cost explanation">
      <Stack gap="md">
        <Group grow align="flex-end">
          <Select
            label="Series"
            searchable
            allowDeselect={false}
            data={choices.map((each) => ({
              value: each.name,
              label: each.name === wholeTotal ? 'Total' : each.name,
            }))}
            value={name}
            onChange={(next) => {
              setPage(1);
              if (next) onExplain(next, bin);
            }}
          />
          <Select
            label={query.bin === 'cumulative' ? 'Day' : capitalize(query.bin)}
            allowDeselect={false}
            data={[
              { value: wholePeriod, label: `All of ${formatDateRange(query.start, query.end)}` },
              ...binsWithCosts.map(({ start, amount }) => ({
                value: start,
                label: `${binLabel(start, query.bin, query)} · ${formatMoney(amount, currency)}`,
              })),
            ]}
            value={bin ?? wholePeriod}
            onChange={(next) => {
              setPage(1);
              onExplain(name, next === null || next === wholePeriod ? undefined : next);
            }}
          />
        </Group>
        {explanation.error && <ErrorNote error={explanation.error} />}
        {explanation.isPending && !explanation.error && <TableSkeleton />}
        {explanation.data && !explanation.error && (
          <div className={explanation.isPlaceholderData ? 'stale' : ''}>
            <Explanation explanation={explanation.data} page={page} onPage={setPage}>
              {bin === undefined && contributors}
            </Explanation>
          </div>
        )}
      </Stack>
    </Drawer>
  );
}
