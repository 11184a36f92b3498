import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { ComparedChange, describeComparison } from '../../features/costs/ComparedChange.js';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import { exploreSearch, filterOf } from '../../features/costs/explore-search.js';
import { namedGroups } from '../../features/costs/group-series.js';
import { IntervalSelect } from '../../features/costs/IntervalSelect.js';
import { type CostSeries, costSeriesQuery } from '../../features/costs/use-cost-series.js';
import { useCostParameters, useProviders } from '../../features/costs/use-costs.js';
import { useInterval } from '../../features/costs/use-interval.js';
import { useNames } from '../../features/costs/use-names.js';
import { approximate } from '../../lib/decimal.js';
import { formatShare } from '../../lib/money.js';
import { BackLink } from '../../parts/BackLink.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { useListState } from '../../parts/list-state.js';
import { Pager } from '../../parts/Pager.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';

const rowsPerPage = 100;

/** The values of a tag by cost, and the costs without it. */
export function TagValues() {
  const { key = '' }: { key?: string } = useParams({ strict: false });
  const state = useListState();
  const dates = useInterval('last_30_days');
  const { data, error, isPlaceholderData } = useValues(key, dates.range, state.page);
  const columns = useColumns(key, dates.range, data);
  const rows = useRows(key, data);
  return (
    <>
      <BackLink to="/tags" label="Tags" />
      <PageTitle title={key} text="Values of this tag by cost, the largest first.">
        <IntervalSelect value={dates.name} onChange={dates.choose} />
      </PageTitle>
      {error && <ErrorNote error={error} />}
      {!data && !error && <TableSkeleton />}
      {data && (
        <Text size="sm" c="dimmed" mb="sm">
          {data.group_count.toLocaleString()} {data.group_count === 1 ? 'group' : 'groups'},
          including costs without the tag. {describeComparison(data.comparison)}
        </Text>
      )}
      {data?.group_count === 0 && (
        <EmptyState title="No costs" text="There are no costs in this date range." />
      )}
      {data && data.group_count > 0 && (
        <div className={isPlaceholderData ? 'stale' : ''} aria-busy={isPlaceholderData}>
          <DataTable
            label="Values"
            columns={columns}
            rows={rows}
            keyOf={(row) => JSON.stringify(row.group)}
            sorting={state.sorting}
            onSort={state.sort}
          />
        </div>
      )}
      {data && <Pager links={data.links} page={state.page} onPage={state.openPage} />}
    </>
  );
}

type Range = { start: string; end: string };

function useValues(key: string, { start, end }: Range, page: number) {
  const parameters = useCostParameters({
    start,
    end,
    bin: 'month',
    groupings: [`tag:${key}`],
    filter: '',
  });
  const paged = parameters && { ...parameters, page, compare_to: 'previous_period' };
  return useQuery({
    ...costSeriesQuery(paged, undefined, rowsPerPage),
    enabled: paged !== undefined,
    placeholderData: keepPreviousData,
  });
}

function useRows(key: string, data: CostSeries | undefined) {
  const names = useNames({ hasAccounts: false });
  return data ? namedGroups(data, [`tag:${key}`], names) : [];
}

type Row = ReturnType<typeof namedGroups>[number];

function useColumns(
  key: string,
  { start, end }: Range,
  data: CostSeries | undefined,
): Column<Row>[] {
  const providers = useProviders()?.map((provider) => provider.key) ?? [];
  const currency = data?.currency ?? '';
  const whole = data?.total.amount ?? '0';
  const searchOf = ({ group }: Row) => {
    const filter = filterOf(`tag:${key}`, group[`tag:${key}`], providers);
    return exploreSearch({ start, end, groupings: ['service'], filter });
  };
  return [
    {
      id: 'value',
      header: 'Value',
      sort: (row) => row.name,
      cell: (row) => (
        <ExploreLink search={searchOf(row)}>
          {row.group[`tag:${key}`] === '' ? '(empty)' : row.name}
        </ExploreLink>
      ),
    },
    {
      id: 'cost',
      header: 'Cost',
      isNumeric: true,
      sort: (row) => approximate(row.total),
      cell: (row) => <Money amount={row.total} currency={currency} />,
    },
    {
      id: 'share',
      header: 'Share of costs',
      isNumeric: true,
      sort: (row) => approximate(row.total),
      cell: (row) => formatShare(row.total, whole),
    },
    {
      id: 'change',
      header: 'Change',
      isNumeric: true,
      sort: (row) => approximate(row.change?.amount ?? '0'),
      cell: (row) => row.change && <ComparedChange change={row.change} currency={currency} />,
    },
  ];
}
