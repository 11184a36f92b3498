import { Button, Input, Stack } from '@mantine/core';
import { memo, useState } from 'react';
import { addDays, daysBetween, formatDateRange } from '../../../lib/dates.js';
import { Layer } from '../../../parts/Layer.js';
import {
  type ChangeQuery,
  type Comparison,
  type ExplorerQuery,
  comparisons,
} from '../explorer-query.js';
import { DateFields } from '../../costs/DateFields.js';

interface CompareMenuProps extends Pick<
  ExplorerQuery,
  'start' | 'end' | 'compare' | 'compareRange'
> {
  onChange: ChangeQuery;
}

const labels: Record<Comparison, string> = {
  none: 'Off',
  previous: 'Previous period',
  year: 'Previous year',
  custom: 'Custom period',
};

/** What the date range is compared with. */
export const CompareMenu = memo(function CompareMenu(props: CompareMenuProps) {
  const { compare, compareRange } = props;
  const text =
    compare === 'custom' && compareRange
      ? formatDateRange(compareRange.start, compareRange.end)
      : labels[compare];
  return (
    <Input.Wrapper label="Compare with" labelElement="div">
      <div>
        <Layer
          variant="default"
          title="Compare with"
          buttonLabel={`Compare with: ${text}`}
          label={text}
        >
          {(close) => <CompareForm {...props} close={close} />}
        </Layer>
      </div>
    </Input.Wrapper>
  );
});

function CompareForm({
  start,
  end,
  compare,
  compareRange,
  onChange,
  close,
}: CompareMenuProps & { close: () => void }) {
  const [chosen, setChosen] = useState(compare);
  const choose = (next: Comparison) => {
    setChosen(next);
    if (next === 'custom') return;
    close();
    onChange({ compare: next, compareRange: undefined });
  };
  const before = {
    start: addDays(start, -daysBetween(start, end) - 1),
    end: addDays(start, -1),
  };
  return (
    <Stack gap="sm">
      <Stack gap={2} role="group" aria-label="Periods">
        {comparisons.map((each) => (
          <Button
            key={each}
            data-choice
            size="compact-sm"
            justify="flex-start"
            fw={400}
            variant={each === chosen ? 'light' : 'subtle'}
            color={each === chosen ? undefined : 'gray'}
            aria-pressed={each === chosen}
            onClick={() => choose(each)}
          >
            {labels[each]}
          </Button>
        ))}
      </Stack>
      {chosen === 'custom' && (
        <DateFields
          initial={compareRange ?? before}
          onApply={(dates) => {
            close();
            onChange({ compare: 'custom', compareRange: dates });
          }}
        />
      )}
    </Stack>
  );
}
