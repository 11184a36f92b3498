import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Query, ask } from '../../api/client.js';
import { type Freshness, freshnessOf, noteFreshness } from '../../api/freshness.js';
import { type Links, type ListAnswer, queries, useGet } from '../../api/queries.js';
import { useWorkspace } from '../../api/who.js';
import { eitherProvider } from './filter/print-filter.js';
import type { CountedCosts, Measure } from './settings.js';

export interface Cost {
  accrued_at: string;
  amount: string;
  currency: string;
  usage?: { amount: string; unit: string };
  tag?: string | null;
  tags?: string[] | null;
  [grouping: string]: unknown;
}

interface Amount {
  amount: string;
  currency: string;
}

interface CostsAnswer {
  links: Links;
  total_cost: Amount;
  total_usage?: { amount: string; unit: string }[];
  total_count?: number;
  counts?: { accrued_at: string; count: number }[];
  unconverted_costs?: Amount[];
  costs: Cost[];
}

export interface Costs extends CostsAnswer {
  freshness: Freshness;
  /** More rows than are worth drawing; the total still counts them. */
  isCut: boolean;
}

/** What costs are asked by. */
export interface CostQuestion {
  start: string;
  end: string;
  bin: string;
  groupings: readonly string[];
  /** VQL; empty is every cost. */
  filter: string;
  measure?: Measure;
  settings?: CountedCosts;
  /** The saved report whose costs these are; a filter beside it narrows them. */
  report?: string | undefined;
}

const rowsPerPage = 5000;
const mostPages = 4;

interface Provider {
  key: string;
  name: string;
}

/** Providers with costs in the workspace; undefined until they are known. */
export function useProviders(): Provider[] | undefined {
  const workspace = useWorkspace();
  const { data } = useGet<ListAnswer>(
    '/v2/cost_providers',
    { workspace_token: workspace?.token },
    { enabled: workspace !== undefined },
  );
  return data?.['cost_providers'] as Provider[] | undefined;
}

/** The parameters of a question, or undefined while there is nothing to ask. */
export function useCostQuery(question: CostQuestion | undefined): Query | undefined {
  const workspace = useWorkspace();
  const providers = useProviders();
  if (!question || !workspace || !providers || providers.length === 0) return undefined;
  return queryOf(question, workspace.token, providers);
}

function queryOf(
  { report, measure = 'cost', settings, ...question }: CostQuestion,
  workspace: string,
  providers: readonly Provider[],
): Query {
  // A filter names its providers, so every cost is that of all providers there are.
  const filter = question.filter || eitherProvider(providers.map(({ key }) => key));
  return {
    ...(report ? { cost_report_token: report } : { workspace_token: workspace }),
    ...(report && !question.filter ? {} : { filter }),
    start_date: question.start,
    end_date: question.end,
    date_bin: question.bin === 'cumulative' ? 'day' : question.bin,
    groupings: question.groupings.length === 0 ? ['provider'] : question.groupings,
    'settings[aggregate_by]': measure,
    ...Object.fromEntries(
      Object.entries(settings ?? {}).map(([name, value]) => [`settings[${name}]`, value]),
    ),
  };
}

const costsOf = (asked: Query | undefined, isTotalOnly: boolean) => {
  const query = { ...asked, order: 'asc', limit: isTotalOnly ? 1 : rowsPerPage };
  return queryOptions({
    queryKey: ['/v2/costs', query],
    queryFn: ({ signal }) => readCosts(query, isTotalOnly ? 1 : mostPages, signal),
  });
};

/** The costs that answer a question. */
export function useCosts(question: CostQuestion | undefined, { isTotalOnly = false } = {}) {
  const asked = useCostQuery(question);
  return useQuery({
    ...costsOf(asked, isTotalOnly),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Asks at once, before the page is drawn anew for the question. */
export function useAskAhead(): (question: CostQuestion) => void {
  const workspace = useWorkspace()?.token;
  const providers = useProviders();
  return useCallback(
    (question) => {
      if (!workspace || !providers || providers.length === 0) return;
      void queries.prefetchQuery(costsOf(queryOf(question, workspace, providers), false));
    },
    [workspace, providers],
  );
}

async function readCosts(query: Query, pages: number, signal: AbortSignal): Promise<Costs> {
  const first = await ask<CostsAnswer>('GET', '/v2/costs', { query, signal });
  const costs = [...first.body.costs];
  let { next } = first.body.links;
  for (let page = 2; next && page <= pages; page += 1) {
    const more = await ask<CostsAnswer>('GET', '/v2/costs', { query: { ...query, page }, signal });
    costs.push(...more.body.costs);
    ({ next } = more.body.links);
  }
  const freshness = freshnessOf(first.headers);
  noteFreshness(freshness);
  return { ...first.body, costs, freshness, isCut: next !== null };
}
