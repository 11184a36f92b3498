import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { groupBy } from '../../../../../src/platform/lib/group-by.js';
import { getQuery } from '../../../api/queries.js';
import { sumOf } from '../../../lib/decimal.js';
import { type Condition, groupingOf, lacksService } from '../../costs/filter/condition.js';
import { printFilter } from '../../costs/filter/print-filter.js';
import type { CostSettings } from '../../costs/settings.js';
import { useParametersOf, useProviders } from '../../costs/use-costs.js';

/** The costs whose values a filter is chosen from. */
export interface ValueSource {
  start: string;
  end: string;
  settings: CostSettings;
  report: string | undefined;
}

interface CostValue {
  /** Null for costs without a value. */
  value: string | null;
  /** Beside an id. */
  name: string | undefined;
  amount: string;
  /** Those that bill it, where the field needs a service. */
  services: readonly string[];
}

/** The services that bill a value. */
export type ServicesOf = Readonly<Record<string, readonly string[]>>;

/** More are found by searching. */
const maxValues = 200;
const searchDelayMs = 200;

/** The values of a field in the costs that match the other conditions, those of the largest costs first. */
export function useValues(
  field: string,
  others: readonly Condition[],
  { report, ...source }: ValueSource,
  text: string,
) {
  const [search] = useDebouncedValue(text.trim(), searchDelayMs);
  const providers = useProviders()?.map(({ key }) => key) ?? [];
  const grouping = groupingOf(field);
  const usable = others.filter((each) => !lacksService(each.field, others));
  const filter = printFilter(usable, providers);
  const parameters = useParametersOf()({
    ...source,
    bin: 'quarter',
    groupings: lacksService(field, others) ? [grouping, 'service'] : [grouping],
    ...(report ? { report, reportFilter: filter, filter: '' } : { filter }),
  });
  const query = { ...parameters, limit: maxValues, ...(search && { search }) };
  const { data, error, isFetching } = useQuery({
    ...getQuery('/v2/costs/series', { query }),
    enabled: parameters !== undefined,
    placeholderData: keepPreviousData,
  });
  const groups = data?.groups ?? [];
  const byValue = [...groupBy(groups, ({ group }) => group[grouping]).values()];
  const values = byValue.map((same): CostValue => {
    const value = same[0]!.group[grouping];
    return {
      value: textOf(value) ?? null,
      name: same[0]!.resource_name ?? undefined,
      amount: sumOf(same.map(({ amount }) => amount)),
      services: same.flatMap(({ group }) => textOf(group['service']) ?? []),
    };
  });
  return {
    // Without its service, a missing value cannot be filtered.
    values: lacksService(field, others) ? values.filter(({ value }) => value !== null) : values,
    services: Object.fromEntries(
      values.map((each): [string, readonly string[]] => [each.value ?? '', each.services]),
    ) as ServicesOf,
    currency: data?.currency ?? '',
    rest: data ? data.matching.group_count - groups.length : 0,
    error,
    isLoading: isFetching || search !== text.trim(),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
