import { Group, Input, SegmentedControl, Select, Stack } from '@mantine/core';
import type { Schemas } from '../../api/types.js';
import { formatDateRange } from '../../lib/dates.js';
import { type FlowQuery, directions, intervals, sides } from './flow-query.js';

interface FlowControlsProps {
  query: FlowQuery;
  reports: readonly Schemas['NetworkFlowReport'][];
  report: Schemas['NetworkFlowReport'] | undefined;
  onChange: (change: Partial<Record<keyof FlowQuery, string>>) => void;
}

/** The report whose filter applies, the dates, what flows are weighed by, and their two ends. */
export function FlowControls({ query, reports, report, onChange }: FlowControlsProps) {
  const select = (
    label: string,
    key: keyof FlowQuery,
    data: readonly { value: string; label: string }[],
    width: number,
  ) => (
    <Select
      label={label}
      w={width}
      allowDeselect={false}
      data={[...data]}
      value={query[key]}
      onChange={(value) => onChange({ [key]: value ?? '' })}
    />
  );
  return (
    <Group component="search" gap="sm" mb="md" align="flex-end">
      {select(
        'Report',
        'report',
        reports.map(({ token, title }) => ({ value: token, label: title })),
        240,
      )}
      {select(
        'Dates',
        'dates',
        [
          ...intervals,
          ...(report?.date_interval === 'custom' && report.start_date && report.end_date
            ? [{ value: 'custom', label: formatDateRange(report.start_date, report.end_date) }]
            : []),
        ],
        210,
      )}
      {select('Direction', 'direction', directions, 120)}
      {select('From', 'from', sides.from, 170)}
      {select('To', 'to', sides.to, 190)}
      <Stack gap={2}>
        <Input.Label id="flow-weight" component="span">
          Weight
        </Input.Label>
        <SegmentedControl
          aria-labelledby="flow-weight"
          data={[
            { value: 'costs', label: 'Cost' },
            { value: 'bytes', label: 'Bytes' },
          ]}
          value={query.weight}
          onChange={(weight) => onChange({ weight })}
        />
      </Stack>
    </Group>
  );
}
