import { Badge, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useGet } from '../../../api/queries.js';
import type { Schemas } from '../../../api/types.js';
import { Icon } from '../../../parts/icons.js';
import { readGroups } from '../../costs/filter/read-filter.js';
import type { Names } from '../../costs/use-names.js';
import { describeGroups } from './describe-condition.js';

type AppliedFilter = Schemas['AppliedFilter'];

interface AppliedFiltersProps {
  report: string;
  /** The dashboard that the report is viewed on. */
  dashboard?: string;
  providers: readonly string[];
  names: Names;
}

/** The saved filters that act on a report, as chips that cannot be changed here. */
export function AppliedFilters({ report, dashboard, providers, names }: AppliedFiltersProps) {
  const { data } = useGet('/v2/cost_reports/{cost_report_token}/applied_filters', {
    path: { cost_report_token: report },
    query: dashboard ? { dashboard_token: dashboard } : {},
  });
  const saved = data?.applied_filters.filter(({ origin }) => origin !== 'report') ?? [];
  if (saved.length === 0) return null;
  return (
    <Stack gap={4} mb="sm">
      <Group gap={6} role="group" aria-label="Saved filters that apply">
        <Text size="sm">Together with</Text>
        {saved.map((filter) => (
          <Tooltip
            key={filter.token}
            label={filter.filter ?? 'You do not have access to this saved filter.'}
            multiline
            maw={420}
            events={{ hover: true, focus: true, touch: true }}
          >
            <Badge
              tabIndex={0}
              variant="default"
              tt="none"
              fw={400}
              size="lg"
              className="filter-chip"
              leftSection={<Icon name="lock" size={12} />}
            >
              {labelOf(filter, providers, names)}
            </Badge>
          </Tooltip>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        Filters on the same provider narrow each other; a filter on another provider adds the costs
        of that provider.
      </Text>
    </Stack>
  );
}

const origins: Record<Exclude<AppliedFilter['origin'], 'report'>, string> = {
  saved_filter: 'saved filter',
  folder: 'folder',
  dashboard: 'dashboard',
};

/** `Azure production (folder Platform): provider is Azure` */
function labelOf(filter: AppliedFilter, providers: readonly string[], names: Names): string {
  const { origin, origin_title: owner, title, filter: text } = filter;
  const kind = origin === 'report' ? '' : origins[origin];
  const from = origin === 'saved_filter' ? kind : `${kind} ${owner ?? ''}`.trim();
  const groups = text === null ? undefined : readGroups(text, providers);
  const meaning = groups && groups.length > 0 ? `: ${describeGroups(groups, names)}` : '';
  return `${title ?? 'Hidden filter'} (${from})${meaning}`;
}
