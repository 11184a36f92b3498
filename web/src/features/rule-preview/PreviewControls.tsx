import { Group, SegmentedControl, Select } from '@mantine/core';
import { MonthPickerInput } from '@mantine/dates';
import { firstOfMonth, today } from '../../lib/dates.js';

/** Which costs a preview shows. */
export interface PreviewView {
  /** First day. */
  month: string;
  measure: 'billed' | 'effective';
  /** Of months with several currencies; the first one where it is not among them. */
  currency: string;
}

/** The last month that has ended, as it was billed. */
export const defaultView = (): PreviewView => ({
  month: firstOfMonth(today(), -1),
  measure: 'billed',
  currency: '',
});

const measures: { value: PreviewView['measure']; label: string }[] = [
  { value: 'billed', label: 'Billed' },
  { value: 'effective', label: 'Amortized' },
];

interface PreviewControlsProps {
  view: PreviewView;
  /** Currencies to choose from. */
  currencies: readonly string[];
  onChange: (view: PreviewView) => void;
}

/** The month, the measure and, where there are several, the currency of a preview. */
export function PreviewControls({ view, currencies, onChange }: PreviewControlsProps) {
  const { month, measure, currency } = view;
  return (
    <Group gap="sm">
      <MonthPickerInput
        label="Month"
        labelProps={{ className: 'visually-hidden' }}
        pos="relative"
        size="xs"
        w={110}
        valueFormat="MMM YYYY"
        maxDate={today()}
        value={month}
        onChange={(chosen) => chosen && onChange({ ...view, month: firstOfMonth(chosen) })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Costs"
        data={measures}
        value={measure}
        onChange={(chosen) => onChange({ ...view, measure: chosen })}
      />
      {currencies.length > 1 && (
        <Select
          aria-label="Currency"
          size="xs"
          w={90}
          allowDeselect={false}
          data={[...currencies]}
          value={currencies.includes(currency) ? currency : currencies[0]!}
          onChange={(chosen) => chosen && onChange({ ...view, currency: chosen })}
        />
      )}
    </Group>
  );
}
