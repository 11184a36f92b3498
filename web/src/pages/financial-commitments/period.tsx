import { Group, SegmentedControl, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { addDays, formatDateRange, today } from '../../lib/dates.js';

/** The days that all figures of the page are of. */
export interface Period {
  days: '30' | '60' | '90';
  start: string;
  end: string;
}

const lengths = ['30', '60', '90'] as const;

/** Lines of commitments arrive late, so the last two days are left out. */
const settledDays = 2;

/** The period in the address. */
export function usePeriod(): Period {
  const search: { days?: string } = useSearch({ strict: false });
  const days = lengths.find((each) => each === String(search.days)) ?? '30';
  const end = addDays(today(), -settledDays);
  return { days, start: addDays(end, 1 - Number(days)), end };
}

/** Chooses the period of the page. */
export function PeriodChoice({ days, start, end }: Period) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  return (
    <Group gap="sm" mb="lg">
      <SegmentedControl
        aria-label="Period"
        data={lengths.map((value) => ({ value, label: `${value} days` }))}
        value={days}
        onChange={(next) =>
          void navigate({
            to: '.',
            search: { ...search, days: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Text size="sm" c="dimmed">
        All figures: {formatDateRange(start, end)}. Lines of commitments arrive late, so the last
        two days are left out.
      </Text>
    </Group>
  );
}
