import { SegmentedControl } from '@mantine/core';
import type { Answer, Schemas } from '../../api/types.js';
import type { Names } from '../../features/costs/use-names.js';
import type { RowGroup } from '../../parts/DataTable.js';
import { GroupHeader } from './GroupHeader.js';
import type { Recommendation, recommendationsPath } from './recommendation.js';
import { useFilters } from './use-filters.js';

/** What the list is grouped by; `group` of the address, where empty is by type. */
export type Grouping = 'category' | 'account' | 'none';

export const groupingOf = (group: string | undefined): Grouping =>
  group === 'account' || group === 'none' ? group : 'category';

/** Chooses what the list is grouped by. */
export function GroupingChoice() {
  const [filters, change] = useFilters();
  return (
    <SegmentedControl
      aria-label="Group by"
      data={[
        { value: 'category', label: 'By type' },
        { value: 'account', label: 'By account' },
        { value: 'none', label: 'Not grouped' },
      ]}
      value={groupingOf(filters.group)}
      onChange={(group) => change({ group: group === 'category' ? '' : group })}
    />
  );
}

/** The group of a recommendation, with the sums of the list. */
export function rowGroup(
  row: Recommendation,
  { groups = [] }: Answer<typeof recommendationsPath>,
  by: Exclude<Grouping, 'none'>,
  names: Names,
): RowGroup {
  const value = by === 'category' ? row.category : row.provider_account_id;
  const sums: Schemas['RecommendationGroup'] | undefined = groups.find(
    (group) => group.value === value,
  );
  const title = by === 'category' ? row.description : nameOfAccount(value, names);
  return {
    key: value ?? '',
    header: sums && (
      <GroupHeader
        title={title}
        {...(by === 'category' && { category: row.category })}
        group={sums}
        currency={row.currency_code ?? 'USD'}
      />
    ),
  };
}

/** Some providers have no accounts. */
export const nameOfAccount = (account: string | null, names: Names): string =>
  account === null ? 'No account' : names('account_id', account);
