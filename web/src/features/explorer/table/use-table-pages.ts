import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import {
  type CostSeries,
  type GroupList,
  costSeriesQuery,
  maxGroups,
} from '../../costs/use-cost-series.js';
import { type CostParameters, useCostParameters } from '../../costs/use-costs.js';
import type { Names } from '../../costs/use-names.js';
import type { ExplorerQuery } from '../explorer-query.js';
import type { Scope } from '../scope.js';
import { compareTo } from '../use-explorer-costs.js';
import { type TableRow, rowsOf } from './table-row.js';

/** The list of groups that a table shows, without its page. */
export type TableList = Omit<GroupList, 'page'>;

/** Everything that decides which rows a table has. */
export interface TableQuestion {
  query: ExplorerQuery;
  parameters: CostParameters | undefined;
  list: TableList;
}

export function useTableQuestion(
  query: ExplorerQuery,
  scope: Scope,
  list: TableList,
): TableQuestion {
  return { query, parameters: useCostParameters({ ...query, ...scope }), list };
}

/** The first page of the default order is the answer that the chart has read. */
const pageQuery = ({ query, parameters, list }: TableQuestion, page: number) =>
  costSeriesQuery(parameters, compareTo(query), maxGroups, {
    ...list,
    ...(page > 1 && { page }),
  });

const pageOf = (index: number) => Math.floor(index / maxGroups) + 1;

/** Rows of the API, read page by page as they become visible. */
export function useTablePages(question: TableQuestion, names: Names) {
  const [visible, setVisible] = useState({ first: 1, last: 1 });
  // Scrolling past pages does not read them.
  const [{ first, last }] = useDebouncedValue(visible, 120);
  const onWindow = useCallback((start: number, end: number) => {
    const next = { first: pageOf(start), last: pageOf(Math.max(start, end - 1)) };
    setVisible((now) => (now.first === next.first && now.last === next.last ? now : next));
  }, []);
  const enabled = question.parameters !== undefined;
  const beginning = useQuery({
    ...pageQuery(question, 1),
    enabled,
    placeholderData: keepPreviousData,
  });
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (number) => number > 1,
  );
  const isCurrent = enabled && beginning.isSuccess && !beginning.isPlaceholderData;
  const others = useQueries({
    queries: numbers.map((number) => ({ ...pageQuery(question, number), enabled: isCurrent })),
  });
  const { groupings } = question.query;
  const pages = new Map<number, CostSeries>([
    ...(beginning.data ? [[1, beginning.data] as const] : []),
    ...others.flatMap(({ data }, index) => (data ? [[numbers[index]!, data] as const] : [])),
  ]);
  const rowsByAnswer = useMemo(() => new WeakMap<CostSeries, TableRow[]>(), [groupings, names]);
  const rowAt = (index: number): TableRow | undefined => {
    const page = pages.get(pageOf(index));
    if (!page) return undefined;
    const rows = rowsByAnswer.get(page) ?? rowsOf(page, groupings, names);
    rowsByAnswer.set(page, rows);
    return rows[index % maxGroups];
  };
  return {
    answer: beginning.data,
    rowAt,
    onWindow,
    isStale: beginning.isPlaceholderData,
    error: beginning.error ?? others.find(({ error }) => error)?.error ?? null,
  };
}
