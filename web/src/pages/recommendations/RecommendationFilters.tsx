import { Button, Group, MultiSelect, NumberInput, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { regionName } from '../../../../src/domain/costs/providers/region-names.js';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import type { Names } from '../../features/costs/use-names.js';
import { formatDay } from '../../lib/dates.js';
import { Icon } from '../../parts/icons.js';
import { categoryName } from '../../features/recommendations/category-names.js';
import { type Filters, listOf, readTag } from './filters.js';
import { useFilters } from './use-filters.js';

export const shown = [
  { value: 'open', label: 'Open' },
  { value: 'dismissed', label: 'Dismissed' },
  { value: 'resolved', label: 'Resolved in 90 days' },
] as const;
const providers = ['aws', 'azure', 'gcp', 'kubernetes', 'datadog'] as const;

type Types = readonly Schemas['RecommendationType'][];

interface RecommendationFiltersProps {
  show: string;
  names: Names;
  currency: string | undefined;
  /** Further controls in the same line. */
  children: ReactNode;
}

/** What the list is narrowed to; the filters live in the address. */
export function RecommendationFilters({
  show,
  names,
  currency,
  children,
}: RecommendationFiltersProps) {
  const [filters, change] = useFilters();
  const types = useTypes(Boolean(filters.type));
  return (
    <Group component="search" gap="sm" align="flex-end">
      <Select
        label="Show"
        w={190}
        allowDeselect={false}
        data={[...shown]}
        value={show}
        onChange={(value) => change({ show: value ?? '' })}
      />
      <MultiSelect
        label="Provider"
        miw={170}
        maw={360}
        clearable
        placeholder={filters.provider ? '' : 'Any'}
        data={providers.map((value) => ({ value, label: names('provider', value) }))}
        value={listOf(filters.provider)}
        onChange={(chosen) => change({ provider: chosen.join() })}
      />
      <NumberInput
        label={`Minimum saving per month${currency ? ` (${currency})` : ''}`}
        w={230}
        min={0}
        hideControls
        placeholder="Any"
        value={filters.min ?? ''}
        onChange={(min) => {
          // A view that is opened sets the field as well, which is no change.
          if (String(min) !== (filters.min ?? '')) change({ min: String(min) });
        }}
      />
      {children}
      {appliedOf(filters, names, types).map(({ text, without }) => (
        <Button
          key={text}
          variant="default"
          fw={400}
          maw="100%"
          rightSection={<Icon name="close" size={12} />}
          aria-label={`${text}, remove the filter`}
          onClick={() => change(without)}
        >
          {text}
        </Button>
      ))}
    </Group>
  );
}

/** Every type of recommendation. */
export function useTypes(enabled: boolean): Types {
  const workspace = useWorkspace();
  const { data } = useGet(
    '/v2/recommendations/types',
    { query: { workspace_token: workspace?.token } },
    { enabled: enabled && workspace !== undefined },
  );
  return data?.recommendation_types ?? [];
}

/** The filters without a field of their own, in words, and what removes each. */
function appliedOf(filters: Filters, names: Names, types: Types) {
  const { category, type, account, billing, region, since, until } = filters;
  const tag = readTag(filters.tag);
  const accounts = (ids: string) =>
    listOf(ids)
      .map((id) => names('account_id', id))
      .join(', ');
  const applied: { text: string; without: Filters }[] = [];
  const add = (text: string, without: Filters) => applied.push({ text, without });
  if (category) add(`Category: ${categoryName(category)}`, { category: '' });
  if (type) add(nameTypes(listOf(type), types), { type: '' });
  if (account) add(`Account: ${accounts(account)}`, { account: '' });
  if (billing) add(`Billing account: ${accounts(billing)}`, { billing: '' });
  if (region) add(`Region: ${listOf(region).map(regionName).join(', ')}`, { region: '' });
  if (tag) add(`${tag.key}: ${tag.value}`, { tag: '' });
  if (since) add(`Found since ${formatDay(since)}`, { since: '' });
  if (until) add(`Found until ${formatDay(until)}`, { until: '' });
  return applied;
}

/** The categories of types, while these are all of them: views store types in place of a category. */
function nameTypes(chosen: readonly string[], types: Types): string {
  const categories = new Set(
    types.flatMap(({ type, category }) => (chosen.includes(type) ? [category] : [])),
  );
  const names = [...categories].map(categoryName).join(', ');
  const all = types.filter(({ category }) => categories.has(category));
  return `${all.length === chosen.length ? 'Category' : 'Type'}${names && `: ${names}`}`;
}
