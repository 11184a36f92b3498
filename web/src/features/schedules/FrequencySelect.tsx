import { Select } from '@mantine/core';
import { frequencies, type Frequency } from './frequency.js';

interface FrequencySelectProps {
  value: Frequency;
  onChange: (frequency: Frequency) => void;
  isReadOnly: boolean;
}

/** How often something is sent. */
export const FrequencySelect = ({ value, onChange, isReadOnly }: FrequencySelectProps) => (
  <Select
    label="Send"
    w={260}
    allowDeselect={false}
    readOnly={isReadOnly}
    data={frequencies}
    value={value}
    onChange={(frequency) => frequency && onChange(frequency)}
  />
);
