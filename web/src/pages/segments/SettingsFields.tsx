import { Checkbox, Group } from '@mantine/core';
import { type CostSettings, settingTexts } from '../../features/costs/settings.js';

interface SettingsFieldsProps {
  settings: CostSettings;
  isReadOnly: boolean;
  onChange: (settings: CostSettings) => void;
}

/** The charges that count as costs in the whole tree. */
export function SettingsFields({ settings, isReadOnly, onChange }: SettingsFieldsProps) {
  const names = settingTexts.map(({ name }) => name);
  const selected = names.filter((name) => settings[name]);
  const select = (next: string[]) => {
    const changed = Object.fromEntries(names.map((name) => [name, next.includes(name)]));
    onChange({ ...settings, ...changed });
  };
  return (
    <Checkbox.Group label="Cost settings of the tree" value={selected} onChange={select}>
      <Group mt="xs">
        {settingTexts.map(({ name, label }) => (
          <Checkbox key={name} size="xs" value={name} label={label} disabled={isReadOnly} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
