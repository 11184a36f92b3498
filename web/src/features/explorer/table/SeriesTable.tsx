import { useEffect, useMemo, useRef } from 'react';
import type { Sorting } from '../../../parts/DataTable.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { useListState } from '../../../parts/list-state.js';
import type { CostSeries } from '../../costs/use-cost-series.js';
import { useProviders } from '../../costs/use-costs.js';
import type { Names } from '../../costs/use-names.js';
import { drillDown } from '../drill-down.js';
import type { ChangeQuery, ExplorerQuery } from '../explorer-query.js';
import { linkToChanges } from '../link-to-changes.js';
import { narrowScope, type Scope } from '../scope.js';
import { useNarrowedPart } from '../filter/use-narrowing.js';
import { type ExplorerCosts, isSeries } from '../use-explorer-costs.js';
import type { SeriesResult } from '../use-series.js';
import { orders } from './columns.js';
import { comparedColumns } from './compared-columns.js';
import { dailyAverage } from '../../costs/daily-average.js';
import { type ReadAllRows, footerOf, readAllRows } from './read-all-rows.js';
import { rowFilters } from './row-filters.js';
import type { RowActions } from './RowMenuOf.js';
import { type TableRow, listRows, localRows, totalRow } from './table-row.js';
import { type ChartSeriesProps, TableView } from './TableView.js';
import { useTablePages, useTableQuestion } from './use-table-pages.js';

interface SeriesTableProps extends Omit<ChartSeriesProps, 'colours'> {
  query: ExplorerQuery;
  scope: Scope;
  costs: ExplorerCosts;
  names: Names;
  result: SeriesResult;
  /** Whether each bin is part of a trend. */
  inTrend: readonly boolean[];
  drillInto: (row: TableRow) => void;
  onChange: ChangeQuery;
  onExplain: ((row: TableRow) => void) | undefined;
}

/** The legend of the chart with its figures: every group, however many there are. */
export function SeriesTable(props: SeriesTableProps) {
  const { costs, query } = props;
  // Without groupings the only row is the total, whatever the API groups it by.
  if (isSeries(costs) && query.groupings.length > 0) return <PagedTable {...props} costs={costs} />;
  return <LocalTable {...props} />;
}

const bySize: Sorting = { id: 'total', isDescending: true };
const noWindow = () => undefined;

/** Search and order of the table, as the address holds them. */
function useTableState({ groupings }: ExplorerQuery) {
  const { text, sorting, search, sort } = useListState();
  const last = useRef(groupings.join());
  useEffect(() => {
    if (last.current === groupings.join()) return;
    last.current = groupings.join();
    // Values of one dimension are not those of another.
    if (text) search('');
  });
  const known = sorting && Object.hasOwn(orders, sorting.id) ? sorting : bySize;
  return { text, sorting: known, order: orders[known.id]!, search, sort };
}

function PagedTable(props: SeriesTableProps & { costs: CostSeries }) {
  const { query, scope, costs, names } = props;
  const { text, sorting, order, search, sort } = useTableState(query);
  const hasChanges = costs.total.change !== null;
  const isByChange = order === 'change' || order === 'change_percent';
  const isDefault = (order === 'cost' && sorting.isDescending) || (isByChange && !hasChanges);
  const question = useTableQuestion(query, scope, {
    ...(text && { search: text }),
    ...(!isDefault && { order_by: order, order: sorting.isDescending ? 'desc' : 'asc' }),
  });
  const pages = useTablePages(question, names);
  const actions = useRowActions(props);
  const answer = pages.answer ?? costs;
  const figures = useFigures(props);
  return (
    <>
      {pages.error && <ErrorNote error={pages.error} />}
      <TableView
        {...props}
        colours={props.result.colours}
        bins={answer.bins}
        figures={figures}
        count={answer.matching.group_count}
        rowAt={pages.rowAt}
        footer={footerOf(answer, text)}
        search={text}
        onSearch={search}
        sorting={isByChange && !hasChanges ? bySize : sorting}
        onSort={sort}
        onWindow={pages.onWindow}
        isStale={pages.isStale}
        actions={actions}
        readAll={readAllRows(question, names)}
      />
    </>
  );
}

/** Usage, counts, and costs without groupings, which the console has all rows of. */
function LocalTable(props: SeriesTableProps) {
  const { query, costs, result } = props;
  const { text, sorting, order, search, sort } = useTableState(query);
  const { isDescending } = sorting;
  const rows = useMemo(
    () => listRows(localRows(result), { search: text, order, isDescending }),
    [result, text, order, isDescending],
  );
  const footer = isSeries(costs) && rows.length > 0 ? [totalRow(costs)] : [];
  const figures = useFigures(props);
  const actions = useRowActions(props);
  const readAll: ReadAllRows = async (_, onRows) => {
    onRows(rows, rows.length);
    return footer;
  };
  return (
    <TableView
      {...props}
      colours={result.colours}
      bins={result.bins}
      figures={figures}
      count={rows.length}
      rowAt={(index) => rows[index]}
      footer={footer}
      search={text}
      onSearch={search}
      sorting={sorting}
      onSort={sort}
      onWindow={noWindow}
      isStale={false}
      actions={actions}
      readAll={readAll}
    />
  );
}

function useFigures({ query, costs, inTrend }: SeriesTableProps) {
  const { start, end, bin } = query;
  return useMemo(() => {
    const series = isSeries(costs) ? costs : undefined;
    const average =
      series &&
      dailyAverage({
        start,
        end,
        bin,
        bins: series.bins,
        completeThrough: series.complete_through,
      });
    return {
      currency: series?.currency ?? '',
      whole: series?.total.amount,
      compared:
        series?.comparison && series.total.change
          ? comparedColumns(series.comparison, { start, end })
          : undefined,
      average: average?.of,
      inTrend,
    };
  }, [costs, start, end, bin, inTrend]);
}

function useRowActions(props: SeriesTableProps): RowActions {
  const { query, scope, costs, drillInto, onChange, onExplain } = props;
  const providers = useProviders();
  const part = useNarrowedPart(scope.report);
  const comparison = isSeries(costs) ? costs.comparison : null;
  return useMemo(() => {
    const keys = providers?.map(({ key }) => key) ?? [];
    const drill = drillDown(query, keys, part);
    const filters = rowFilters({ ...query, filter: query[part] }, keys);
    return {
      ...filters,
      changesOf: (row) => {
        const filter = filters.filterTo(row);
        if (filter === undefined || !comparison) return undefined;
        return linkToChanges({ ...query, ...narrowScope(scope, part, filter) }, comparison);
      },
      mayDrill: ({ group }) => drill(group) !== undefined,
      onDrill: drillInto,
      onExplain,
      onFilter: (filter) => onChange({ [part]: filter }),
    };
  }, [query, scope, comparison, providers, part, drillInto, onChange, onExplain]);
}
