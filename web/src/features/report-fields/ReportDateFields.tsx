import { Group, Select, TextInput } from '@mantine/core';
import { intervalLabel } from '../costs/intervals.js';

/** Dates of a report, as its form holds them. */
interface ReportDates {
  date_interval: string;
  start_date: string;
  end_date: string;
}

interface ReportDateFieldsProps {
  dates: ReportDates;
  intervals: readonly string[];
  onChange: (field: keyof ReportDates, value: string) => void;
  errorOf: (field: keyof ReportDates) => string | undefined;
  isReadOnly: boolean;
}

/** The date range of a report: one that follows the calendar, or two days. */
export function ReportDateFields(props: ReportDateFieldsProps) {
  const { dates, intervals, onChange, errorOf, isReadOnly } = props;
  const day = (field: 'start_date' | 'end_date', label: string) => (
    <TextInput
      type="date"
      label={label}
      required
      readOnly={isReadOnly}
      value={dates[field]}
      onChange={(event) => onChange(field, event.currentTarget.value)}
      error={errorOf(field)}
    />
  );
  return (
    <Group gap="sm" align="flex-start">
      <Select
        label="Date range"
        w={200}
        allowDeselect={false}
        disabled={isReadOnly}
        data={intervals.map((value) => ({ value, label: intervalLabel(value) }))}
        value={dates.date_interval}
        onChange={(value) => value && onChange('date_interval', value)}
        error={errorOf('date_interval')}
      />
      {dates.date_interval === 'custom' && (
        <>
          {day('start_date', 'First day')}
          {day('end_date', 'Last day')}
        </>
      )}
    </Group>
  );
}
