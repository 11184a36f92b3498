import { Anchor, Badge, Group, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/types.js';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import { exploreSearch } from '../../features/costs/explore-search.js';
import { approximate } from '../../lib/decimal.js';
import type { Column } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import { hidden, preferred, updateTags } from './tag-settings.js';

type TagCost = Schemas['TagCost'];

/** Key, cost, share, providers and number of values. */
export function costColumns(
  costs: Schemas['TagCosts'],
  dates: string,
  namesOf: (providers: readonly string[]) => string,
): Column<TagCost>[] {
  const { currency, start_date: start, end_date: end } = costs;
  return [
    {
      id: 'key',
      header: 'Key',
      sort: (row) => row.tag_key,
      cell: (row) => (
        <Group gap="xs" wrap="nowrap">
          <Anchor
            component={Link}
            to={`/tags/${encodeURIComponent(row.tag_key)}`}
            search={{ dates } as never}
            inherit
          >
            {row.tag_key}
          </Anchor>
          {row.is_virtual && (
            <Badge variant="light" size="sm">
              Virtual
            </Badge>
          )}
        </Group>
      ),
    },
    { id: 'providers', header: 'Providers', cell: (row) => namesOf(row.providers) },
    {
      id: 'cost',
      header: 'Cost',
      isNumeric: true,
      sort: (row) => approximate(row.amount),
      cell: (row) => (
        <ExploreLink search={exploreSearch({ start, end, groupings: [`tag:${row.tag_key}`] })}>
          <Money amount={row.amount} currency={currency} />
        </ExploreLink>
      ),
    },
    {
      id: 'share',
      header: 'Share of costs',
      isNumeric: true,
      sort: (row) => approximate(row.percent ?? '0'),
      cell: (row) => (row.percent === null ? '–' : `${row.percent}%`),
    },
    {
      id: 'values',
      header: 'Values',
      isNumeric: true,
      sort: (row) => row.value_count ?? Number.MAX_SAFE_INTEGER,
      cell: (row) =>
        row.value_count === null ? (
          <span title="Almost every resource has a value of its own.">Many</span>
        ) : (
          row.value_count.toLocaleString()
        ),
    },
  ];
}

/** How menus list a key. */
export const settingColumns: Column<TagCost>[] = [
  {
    id: 'preferred',
    header: 'Preferred',
    sort: (row) => Number(row.preferred),
    cell: (row) => (
      <Switch
        aria-label={`Prefer ${row.tag_key}`}
        checked={row.preferred}
        onChange={() =>
          void updateTags([row.tag_key], row.preferred ? { preferred: false } : preferred)
        }
      />
    ),
  },
  {
    id: 'hidden',
    header: 'Hidden',
    sort: (row) => Number(row.hidden),
    cell: (row) => (
      <Switch
        aria-label={`Hide ${row.tag_key}`}
        checked={row.hidden}
        onChange={() => void updateTags([row.tag_key], row.hidden ? { hidden: false } : hidden)}
      />
    ),
  },
];
