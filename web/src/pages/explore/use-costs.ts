import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Query, ask } from '../../api/client.js';
import { type Freshness, freshnessOf, noteFreshness } from '../../api/freshness.js';
import { type Links, type ListAnswer, useGet } from '../../api/queries.js';
import { useWorkspace } from '../../api/who.js';
import type { Question } from './question.js';

export interface Cost {
  accrued_at: string;
  amount: string;
  currency: string;
  tag?: string | null;
  tags?: string[] | null;
  [grouping: string]: unknown;
}

interface CostsAnswer {
  links: Links;
  total_cost: { amount: string; currency: string };
  costs: Cost[];
}

export interface Costs extends CostsAnswer {
  freshness: Freshness;
  /** More rows than are worth drawing; the total still counts them. */
  isCut: boolean;
}

const rowsPerPage = 5000;
const mostPages = 4;

/** The costs that answer a question; undefined filter while the providers are not known yet. */
export function useCosts(question: Question, { isTotalOnly = false } = {}) {
  const workspace = useWorkspace();
  const { data: known } = useGet<ListAnswer>(
    '/v2/cost_providers',
    { workspace_token: workspace?.token },
    { enabled: workspace !== undefined },
  );
  const providers = known && (known['cost_providers'] as { key: string }[]).map(({ key }) => key);
  const filter = question.filter || everyCost(providers ?? []);
  const query: Query = {
    workspace_token: workspace?.token,
    filter,
    start_date: question.start,
    end_date: question.end,
    date_bin: question.bin,
    groupings: question.groupings,
    order: 'asc',
    limit: isTotalOnly ? 1 : rowsPerPage,
  };
  const costs = useQuery({
    queryKey: ['/v2/costs', query],
    queryFn: ({ signal }) => readCosts(query, isTotalOnly ? 1 : mostPages, signal),
    enabled: providers !== undefined && filter !== '',
    placeholderData: keepPreviousData,
  });
  return { costs, hasProviders: providers === undefined ? undefined : providers.length > 0 };
}

/** A filter names its providers, so every cost is that of all providers there are. */
function everyCost(providers: readonly string[]): string {
  return providers.map((key) => `costs.provider = '${key.replaceAll("'", "''")}'`).join(' OR ');
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
