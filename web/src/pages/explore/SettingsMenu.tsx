import { Button, Pill, Popover, Stack, Switch } from '@mantine/core';
import { memo } from 'react';
import { Icon } from '../../frame/icons.js';
import type { ControlsProps } from './Controls.js';
import { type CountedCosts, described, unusual, usualSettings } from './settings.js';

interface SettingsMenuProps extends Pick<ControlsProps, 'onChange'> {
  settings: CountedCosts;
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
