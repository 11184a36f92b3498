import { Select } from '@mantine/core';
import type { ReportForm } from './report-kind.js';

interface ChoiceFieldProps {
  form: ReportForm;
  field: string;
  label: string;
  description?: string;
  data: readonly { value: string; label: string }[];
  isReadOnly: boolean;
  width?: number;
}

/** One of a few values of a report. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { form, field, label, description, data, isReadOnly, width = 320 } = props;
  const value = form.values[field] as string;
  return (
    <Select
      label={label}
      description={description}
      w={width}
      maw="100%"
      allowDeselect={false}
      placeholder="Not set"
      disabled={isReadOnly}
      data={data}
      value={value || null}
      onChange={(chosen) => form.set(field, chosen ?? '')}
      error={form.errorOf(field)}
    />
  );
}
