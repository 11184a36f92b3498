import { Checkbox, Group } from '@mantine/core';
import type { ReportSettings } from './segment.js';

export const usualSettings: ReportSettings = {
  include_credits: false,
  include_refunds: false,
  include_discounts: true,
  include_tax: true,
  amortize: true,
};

const labels: Record<keyof ReportSettings, string> = {
  include_credits: 'Credits',
  include_refunds: 'Refunds',
  include_discounts: 'Discounts',
  include_tax: 'Tax',
  amortize: 'Payments in advance, spread over their days',
};

interface SettingsFieldsProps {
  settings: ReportSettings;
  isReadOnly: boolean;
  onChange: (settings: ReportSettings) => void;
}

/** Which costs the whole tree counts. */
export function SettingsFields({ settings, isReadOnly, onChange }: SettingsFieldsProps) {
  const chosen = (Object.keys(labels) as (keyof ReportSettings)[]).filter((key) => settings[key]);
  const choose = (names: string[]) =>
    onChange(
      Object.fromEntries(
        Object.keys(labels).map((key) => [key, names.includes(key)]),
      ) as unknown as ReportSettings,
    );
  return (
    <Checkbox.Group label="The tree counts" value={chosen} onChange={choose}>
      <Group mt="xs">
        {Object.entries(labels).map(([key, label]) => (
          <Checkbox key={key} size="xs" value={key} label={label} disabled={isReadOnly} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
