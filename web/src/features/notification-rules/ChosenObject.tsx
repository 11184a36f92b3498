import { Select } from '@mantine/core';

interface ChosenObjectProps {
  label: string;
  placeholder: string;
  options: readonly { value: string; label: string }[];
  /** A token; empty until one is chosen. */
  value: string;
  onChange: (token: string) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

/** The object that a rule is about. */
export const ChosenObject = ({
  options,
  value,
  onChange,
  isReadOnly,
  ...field
}: ChosenObjectProps) => (
  <Select
    {...field}
    required
    searchable
    allowDeselect={false}
    readOnly={isReadOnly}
    data={options}
    value={value || null}
    onChange={(token) => token && onChange(token)}
    nothingFoundMessage="No matches"
  />
);
