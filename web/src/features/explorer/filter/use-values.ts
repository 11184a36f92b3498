import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getQuery } from '../../../api/queries.js';
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
}

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
    groupings: [grouping],
    ...(report ? { report, reportFilter: filter, filter: '' } : { filter }),
  });
  const query = { ...parameters, limit: maxValues, ...(search && { search }) };
  const { data, error, isFetching } = useQuery({
    ...getQuery('/v2/costs/series', { query }),
    enabled: parameters !== undefined,
    placeholderData: keepPreviousData,
  });
  const values = (data?.groups ?? []).map(({ group, resource_name: name, amount }): CostValue => {
    const value = group[grouping];
    return { value: typeof value === 'string' ? value : null, name: name ?? undefined, amount };
  });
  return {
    values,
    currency: data?.currency ?? '',
    rest: data ? data.matching.group_count - values.length : 0,
    error,
    isLoading: isFetching || search !== text.trim(),
  };
}
