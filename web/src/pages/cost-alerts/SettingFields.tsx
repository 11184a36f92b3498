import { Group, MultiSelect, NumberInput, Select, Text, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { type Interval, intervals, type Unit } from './cost-alert.js';

export interface Settings {
  title: string;
  report_tokens: string[];
  interval: Interval;
  unit_type: Unit;
  /** Empty while nothing is entered. */
  threshold: number | string;
  minimum_threshold: number | string;
}

interface SettingFieldsProps {
  values: Settings;
  onChange: (name: keyof Settings, value: Settings[keyof Settings]) => void;
  errorOf: (name: keyof Settings) => string | undefined;
  titleField: ComponentProps<typeof TextInput>;
}

/** An alert names at most this many reports. */
const maxReports = 10;

/** What an alert watches, and from which change on it tells. */
export function SettingFields({ values, onChange, errorOf, titleField }: SettingFieldsProps) {
  const currency = useWorkspace()?.currency ?? '';
  const { options } = useReports();
  const isPercentage = values.unit_type === 'percentage';
  const units: { value: Unit; label: string }[] = [
    { value: 'percentage', label: 'Percent' },
    { value: 'currency', label: `Money (${currency})` },
  ];
  return (
    <>
      <TextInput label="Title" required {...titleField} />
      <MultiSelect
        label="Cost reports"
        description={`Every group of a report is watched by itself; without groupings, its services. At most ${maxReports}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        searchable
        maxValues={maxReports}
        placeholder={values.report_tokens.length === 0 ? 'Choose cost reports' : ''}
        data={options}
        value={values.report_tokens}
        onChange={(tokens) => onChange('report_tokens', tokens)}
        error={errorOf('report_tokens')}
        nothingFoundMessage="No matches"
      />
      <Group gap="sm" align="flex-start">
        <Select
          label="Compares"
          w={300}
          allowDeselect={false}
          data={intervals}
          value={values.interval}
          onChange={(interval) => interval && onChange('interval', interval)}
        />
        <Select
          label="Threshold in"
          w={160}
          allowDeselect={false}
          data={units}
          value={values.unit_type}
          onChange={(unit) => unit && onChange('unit_type', unit)}
        />
        <NumberInput
          label="Threshold"
          description="Smallest change to report"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          w={200}
          min={0}
          thousandSeparator
          {...(isPercentage ? { suffix: '%' } : moneyProps(currency))}
          value={values.threshold}
          onChange={(threshold) => onChange('threshold', threshold)}
          error={errorOf('threshold')}
        />
        {isPercentage && (
          <NumberInput
            label="Minimum"
            description="Smaller changes in money are ignored, whatever their percentage"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            w={240}
            min={0}
            thousandSeparator
            placeholder="None"
            {...moneyProps(currency)}
            value={values.minimum_threshold}
            onChange={(minimum) => onChange('minimum_threshold', minimum)}
            error={errorOf('minimum_threshold')}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed">
        Complete intervals show rises and drops, the running one only rises. Each group and interval
        is reported once. Changing what is watched starts anew with the last complete interval.
      </Text>
    </>
  );
}

const moneyProps = (currency: string) => ({
  hideControls: true,
  rightSection: (
    <Text size="xs" c="dimmed">
      {currency}
    </Text>
  ),
  rightSectionWidth: 48,
});
