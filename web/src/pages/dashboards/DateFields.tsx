import { Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { today } from '../../lib/dates.js';
import { type DateInterval, granularities, intervals } from './dashboard.js';
import type { Draft } from './draft.js';

interface DateFieldsProps {
  draft: Draft;
  /** The API can change a granularity, but not clear it. */
  isGranularityRequired: boolean;
  set: <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void;
  error: string | undefined;
}

const reportDefault = { value: '', label: 'As in each report' } as const;

/** Date range and granularity that override those of the reports. */
export function DateFields({ draft, isGranularityRequired, set, error }: DateFieldsProps) {
  const choose = (interval: DateInterval | '' | null) => {
    set('date_interval', interval ?? '');
    if (interval === 'custom' && !draft.start_date) set('start_date', today());
  };
  return (
    <>
      <Select
        label="Date range"
        allowDeselect={false}
        data={[reportDefault, ...intervals]}
        value={draft.date_interval}
        onChange={choose}
        error={error}
      />
      {draft.date_interval === 'custom' && (
        <DatePickerInput
          type="range"
          label="Custom range"
          valueFormat="MMM D, YYYY"
          allowSingleDateInRange
          value={[draft.start_date, draft.end_date]}
          onChange={([start, end]) => {
            set('start_date', start);
            set('end_date', end);
          }}
        />
      )}
      <Select
        label="Group dates by"
        {...(isGranularityRequired ? { description: 'It can be changed, but not removed.' } : {})}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        data={[...(isGranularityRequired ? [] : [reportDefault]), ...granularities]}
        value={draft.date_bin}
        onChange={(bin) => set('date_bin', bin ?? '')}
      />
    </>
  );
}
