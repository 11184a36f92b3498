import { Pill, Stack, Switch } from '@mantine/core';
import { memo } from 'react';
import { Icon } from '../../parts/icons.js';
import { Layer } from '../../parts/Layer.js';
import {
  type CostSettings,
  settingTexts,
  changedSettings,
  defaultChargeSettings,
} from '../costs/settings.js';
import type { ChangeQuery } from './explorer-query.js';

interface SettingsMenuProps {
  settings: CostSettings;
  onChange: ChangeQuery;
}

/** Settings of which charges count; those that differ from the defaults show as chips. */
export const SettingsMenu = memo(function SettingsMenu({ settings, onChange }: SettingsMenuProps) {
  return (
    <>
      <Layer
        variant="default"
        title="Settings"
        label="Settings"
        leftSection={<Icon name="settings" size={14} />}
        width={312}
      >
        {() => (
          <Stack gap="md">
            {settingTexts.map(({ name, label, help }) => (
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
        )}
      </Layer>
      {changedSettings(settings).map(({ name, chip }) => (
        <Pill
          key={name}
          size="lg"
          withRemoveButton
          removeButtonProps={{ 'aria-label': `Reset: ${chip}`, 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() =>
            onChange({ settings: { ...settings, [name]: defaultChargeSettings[name] } })
          }
        >
          {chip}
        </Pill>
      ))}
    </>
  );
});
