import { Button, Input, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import { formatDateRange, today } from '../../../lib/dates.js';
import { Icon } from '../../../parts/icons.js';
import { Layer } from '../../../parts/Layer.js';
import { presets, rangeLabel } from '../../costs/intervals.js';
import type { ChangeQuery, ExplorerQuery } from '../explorer-query.js';
import { DateFields } from '../../costs/DateFields.js';

interface DateRangeMenuProps extends Pick<ExplorerQuery, 'start' | 'end' | 'range'> {
  onChange: ChangeQuery;
}

/** The date range: a preset that follows the current day, or fixed days. */
export const DateRangeMenu = memo(function DateRangeMenu(props: DateRangeMenuProps) {
  const { start, end, range, onChange } = props;
  const days = formatDateRange(start, end);
  const text = range ? rangeLabel(range) : days;
  return (
    <Input.Wrapper label="Date range" labelElement="div">
      <div>
        <Layer
          variant="default"
          title="Date range"
          buttonLabel={`Date range: ${text}`}
          label={text}
          leftSection={<Icon name="plan" size={14} />}
          width={490}
        >
          {(close) => (
            <div className="date-menu">
              <Stack gap={2} role="group" aria-label="Presets" className="date-presets">
                {presets(today()).map((preset) => (
                  <Button
                    key={preset.name}
                    data-choice
                    size="compact-sm"
                    justify="flex-start"
                    fw={400}
                    variant={preset.name === range ? 'light' : 'subtle'}
                    color={preset.name === range ? undefined : 'gray'}
                    aria-pressed={preset.name === range}
                    title={formatDateRange(preset.start, preset.end)}
                    onClick={() => {
                      close();
                      onChange({ start: preset.start, end: preset.end, range: preset.name });
                    }}
                  >
                    {preset.label}
                  </Button>
                ))}
              </Stack>
              <Stack gap="sm" flex={1}>
                <DateFields
                  initial={{ start, end }}
                  onApply={(dates) => {
                    close();
                    onChange({ ...dates, range: undefined });
                  }}
                />
                <Text size="xs" c="dimmed">
                  {range
                    ? `Follows the current day: ${days}.`
                    : 'These days are fixed in links and saved reports.'}
                </Text>
              </Stack>
            </div>
          )}
        </Layer>
      </div>
    </Input.Wrapper>
  );
});
