import { Anchor, Button, Group, MultiSelect, Select, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { presets } from '../../features/costs/intervals.js';
import { today } from '../../lib/dates.js';
import type { Dashboard } from '../../features/dashboards/layout.js';
import { dateText } from './date-text.js';
import { type Comparison, type View, comparisonLabels, rangeOf, useSavedFilters } from './view.js';

interface ViewBarProps {
  dashboard: Dashboard;
  view: View;
  onChange: (change: Partial<View>) => void;
}

const comparisons = Object.entries(comparisonLabels).map(([value, label]) => ({ value, label }));

/** Dates, comparison and filters that apply to all widgets while the dashboard is looked at. */
export function ViewBar({ dashboard, view, onChange }: ViewBarProps) {
  const isChanged = view.dates !== '' || view.compare !== 'previous' || view.filters.length > 0;
  return (
    <>
      <Group gap="sm" align="flex-end" mb="md" className="view-bar">
        <DateSelect dashboard={dashboard} view={view} onChange={onChange} />
        <Select
          label="Compare with"
          w={168}
          allowDeselect={false}
          data={comparisons}
          value={view.compare}
          onChange={(compare) => onChange({ compare: compare as Comparison })}
        />
        <FilterSelect dashboard={dashboard} view={view} onChange={onChange} />
        {isChanged && (
          <Button
            variant="subtle"
            onClick={() =>
              onChange({ dates: '', start: '', end: '', compare: 'previous', filters: [] })
            }
          >
            Reset
          </Button>
        )}
      </Group>
      <UnknownFilters tokens={view.filters} />
      <OwnFilters tokens={dashboard.saved_filter_tokens} />
    </>
  );
}

function DateSelect({ dashboard, view, onChange }: ViewBarProps) {
  const [partial, setPartial] = useState<[string | null, string | null]>();
  const choose = (dates: string | null) => {
    const { start = '', end = '' } = rangeOf(view, dashboard) ?? {};
    const day = today();
    if (dates === 'custom') onChange({ dates, start: start || day, end: end || day });
    else onChange({ dates: dates ?? '', start: '', end: '' });
  };
  return (
    <>
      <Select
        label="Date range"
        w={232}
        allowDeselect={false}
        data={[
          { value: '', label: dateText(dashboard) },
          ...presets(today()).map(({ name, label }) => ({ value: name as string, label })),
          { value: 'custom', label: 'Custom range' },
        ]}
        value={view.dates}
        onChange={choose}
      />
      {view.dates === 'custom' && (
        <DatePickerInput
          type="range"
          label="Custom range"
          w={232}
          valueFormat="MMM D, YYYY"
          allowSingleDateInRange
          value={partial ?? [view.start, view.end]}
          onChange={(range) => {
            const [start, end] = range;
            setPartial(start && end ? undefined : range);
            if (start && end) onChange({ start, end });
          }}
        />
      )}
    </>
  );
}

function FilterSelect({ dashboard, view, onChange }: ViewBarProps) {
  const filters = useSavedFilters() ?? [];
  const offered = filters.filter(({ token }) => !dashboard.saved_filter_tokens.includes(token));
  // Those that the user cannot see stay selected, under their tokens.
  const unknown = view.filters.filter((token) => !filters.some((each) => each.token === token));
  if (offered.length === 0 && view.filters.length === 0) return null;
  return (
    <MultiSelect
      label="Narrow by saved filters"
      miw={240}
      maw={480}
      flex={1}
      searchable
      placeholder={view.filters.length === 0 ? 'None' : ''}
      data={[
        ...offered.map(({ token, title }) => ({ value: token, label: title })),
        ...unknown.map((token) => ({ value: token, label: 'A filter that you cannot see' })),
      ]}
      value={view.filters}
      onChange={(chosen) => onChange({ filters: chosen })}
    />
  );
}

/** Says which filters of a link do not narrow the figures. */
function UnknownFilters({ tokens }: { tokens: readonly string[] }) {
  const filters = useSavedFilters();
  if (!filters || tokens.every((token) => filters.some((each) => each.token === token)))
    return null;
  return (
    <Text size="sm" mb="sm" role="alert">
      A filter of this link was deleted, or you have no access to it. It does not apply to the
      figures.
    </Text>
  );
}

/** Links to the saved filters of the dashboard itself, which always apply. */
function OwnFilters({ tokens }: { tokens: readonly string[] }) {
  const filters = useSavedFilters() ?? [];
  if (tokens.length === 0) return null;
  return (
    <Group gap="sm" mb="sm">
      <Text size="sm" c="dimmed">
        Filters of the dashboard
      </Text>
      {tokens.map((token) => (
        <Anchor key={token} component={Link} to={`/saved-filters/${token}`} size="sm">
          {filters.find((filter) => filter.token === token)?.title ??
            'A filter that you cannot see'}
        </Anchor>
      ))}
    </Group>
  );
}
