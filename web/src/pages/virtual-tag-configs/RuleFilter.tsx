import { Button, Group, Input, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ChipFilter } from '../../features/explorer/filter/ChipFilter.js';
import { readGroups } from '../../features/costs/filter/read-filter.js';
import { defaultChargeSettings } from '../../features/costs/settings.js';
import { useProviders } from '../../features/costs/use-costs.js';
import { useNames } from '../../features/costs/use-names.js';
import { addDays, today } from '../../lib/dates.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';

interface RuleFilterProps {
  label: string;
  filter: string;
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (filter: string) => void;
}

/** The filter of a rule, as chips like those of the explorer or as VQL; both edit the same text. */
export function RuleFilter({ label, filter, error, isReadOnly, onChange }: RuleFilterProps) {
  const providers = useProviders();
  const names = useNames();
  const keys = useMemo(() => providers?.map(({ key }) => key) ?? [], [providers]);
  const [prefersText, setPrefersText] = useState(false);
  const groups = readGroups(filter, keys);
  if (prefersText || !groups || error || isReadOnly) {
    return (
      <div>
        <VqlEditor
          label={label}
          value={filter}
          onChange={onChange}
          error={error}
          isReadOnly={isReadOnly}
        />
        {!isReadOnly && (
          <Group gap="sm" mt={4}>
            <Button
              size="compact-xs"
              variant="default"
              disabled={!groups}
              onClick={() => setPrefersText(false)}
            >
              Edit as chips
            </Button>
            {!groups && (
              <Text size="xs" c="dimmed">
                This filter is too complex for chips.
              </Text>
            )}
          </Group>
        )}
      </div>
    );
  }
  // Values are offered from the costs of the last days, as in the preview.
  const source = { ...recentDays(), settings: defaultChargeSettings, report: undefined };
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <div className="filter-line">
          <ChipFilter
            groups={groups}
            providers={keys}
            source={source}
            names={names}
            onApply={onChange}
          />
          {groups.length === 0 && (
            <Text size="xs" c="dimmed">
              A rule needs at least one condition.
            </Text>
          )}
        </div>
        <Button size="compact-xs" variant="default" onClick={() => setPrefersText(true)}>
          Edit as VQL
        </Button>
      </Group>
    </Input.Wrapper>
  );
}

const recentDays = () => ({ start: addDays(today(), -30), end: addDays(today(), -1) });
