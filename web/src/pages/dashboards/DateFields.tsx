import { Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { today } from '../../lib/dates.js';
import { capital, dateBins, intervals } from './dashboard.js';
import type { Draft } from './draft.js';

interface DateFieldsProps {
  draft: Draft;
  /** A bin that was chosen once can be replaced, but not taken away. */
  isBinFixed: boolean;
  set: <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void;
  error: string | undefined;
}

const ownDates = { value: '', label: "Each report's own" };

/** Dates and bins that replace those of the reports. */
export function DateFields({ draft, isBinFixed, set, error }: DateFieldsProps) {
  const choose = (interval: string | null) => {
    set('date_interval', interval ?? '');
    if (interval === 'custom' && !draft.start_date) set('start_date', today());
  };
  return (
    <>
      <Select
        label="Dates"
        allowDeselect={false}
        data={[ownDates, ...intervals]}
        value={draft.date_interval}
        onChange={choose}
        error={error}
      />
      {draft.date_interval === 'custom' && (
        <DatePickerInput
          type="range"
          label="Days"
          valueFormat="D MMM YYYY"
          allowSingleDateInRange
          value={[draft.start_date, draft.end_date]}
          onChange={([start, end]) => {
            set('start_date', start);
            set('end_date', end);
          }}
        />
      )}
      <Select
        label="Bins"
        {...(isBinFixed ? { description: 'Once chosen, they can only be replaced.' } : {})}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        data={[
          ...(isBinFixed ? [] : [ownDates]),
          ...dateBins.map((value) => ({ value, label: capital(value) })),
        ]}
        value={draft.date_bin}
        onChange={(bin) => set('date_bin', bin ?? '')}
      />
    </>
  );
}
