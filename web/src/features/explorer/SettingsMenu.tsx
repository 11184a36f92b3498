import { Button, Pill, Popover, Stack, Switch } from '@mantine/core';
import { memo } from 'react';
import { Icon } from '../../parts/icons.js';
import { type CountedCosts, described, unusual, usualSettings } from '../costs/settings.js';
import type { ChangeQuestion } from './question.js';

interface SettingsMenuProps {
  settings: CountedCosts;
  onChange: ChangeQuestion;
}

/** What counts as a cost; whatever is not as usual shows as a chip beside it. */
export const SettingsMenu = memo(function SettingsMenu({ settings, onChange }: SettingsMenuProps) {
  return (
    <>
      <Popover position="bottom-end" trapFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<Icon name="settings" size={14} />}>
            Settings
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="md" maw={280}>
            {described.map(({ name, label, help }) => (
              <Switch
                key={name}
                label={label}
                description={help}
                checked={settings[name]}
                onChange={(event) =>
                  onChange({ settings: { ...settings, [name]: event.currentTarget.checked } })
                }
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {unusual(settings).map(({ name, chip }) => (
        <Pill
          key={name}
          size="lg"
          withRemoveButton
          removeButtonProps={{ 'aria-label': `Undo: ${chip}`, 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => onChange({ settings: { ...settings, [name]: usualSettings[name] } })}
        >
          {chip}
        </Pill>
      ))}
    </>
  );
});
