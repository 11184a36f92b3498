import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getWithHeaders } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { type Freshness, publishFreshness, readFreshness } from '../../api/freshness.js';
import { useGet } from '../../api/queries.js';
import type { Answer, QueryOf, Schemas } from '../../api/types.js';
import type { DateBin } from './bins.js';
import { allCosts } from './filter/print-filter.js';
import type { CostSettings, Measure } from './settings.js';

export type Cost = Schemas['Cost'];
type CostProvider = Schemas['CostProvider'];
export type CostParameters = QueryOf<'/v2/costs'>;

export interface Costs extends Answer<'/v2/costs'> {
  freshness: Freshness;
  /** Whether there are more rows than were read; the total includes all of them. */
  isTruncated: boolean;
}

/** A query of costs. */
export interface CostQuery {
  start: string;
  end: string;
  bin: DateBin;
  groupings: readonly string[];
  /** VQL; empty matches every cost. */
  filter: string;
  measure?: Measure;
  settings?: CostSettings;
  /** The saved report whose costs are queried; `filter` applies in addition. */
  report?: string | undefined;
  /** In place of the report's own filter. */
  reportFilter?: string | undefined;
}

/** Limits of the rows that are read for a chart. */
const rowsPerPage = 5000;
const maxPages = 4;

/** Providers with costs in the workspace; undefined until they are loaded. */
export function useProviders(): CostProvider[] | undefined {
  const workspace = useWorkspace();
  const { data } = useGet(
    '/v2/cost_providers',
    { query: { workspace_token: workspace?.token } },
    { enabled: workspace !== undefined },
  );
  return data?.cost_providers;
}

/** The API parameters of a query; undefined while there is nothing to query. */
export function useCostParameters(query: CostQuery | undefined): CostParameters | undefined {
  const parameters = useParametersOf();
  return query && parameters(query);
}

/** A function that returns the API parameters of queries. */
export function useParametersOf(): (query: CostQuery) => CostParameters | undefined {
  const workspace = useWorkspace()?.token;
  const providers = useProviders();
  return useCallback(
    (query) =>
      workspace && providers && providers.length > 0
        ? parametersOf(query, workspace, providers)
        : undefined,
    [workspace, providers],
  );
}

/** The bin to request from the API; the console calculates cumulative sums itself. */
export const apiBin = (bin: DateBin) => (bin === 'cumulative' ? 'day' : bin);

function parametersOf(
  { report, reportFilter, measure = 'cost', settings, ...query }: CostQuery,
  workspace: string,
  providers: readonly CostProvider[],
): CostParameters {
  // A filter must name its providers, so an empty one becomes all of them.
  const filter = query.filter || allCosts(providers.map(({ key }) => key));
  return {
    ...(report ? { cost_report_token: report } : { workspace_token: workspace }),
    ...(report && !query.filter ? {} : { filter }),
    // An empty parameter would count as absent.
    ...(report && reportFilter !== undefined && { report_filter: reportFilter || ' ' }),
    start_date: query.start,
    end_date: query.end,
    date_bin: apiBin(query.bin),
    groupings: query.groupings.length === 0 ? ['provider'] : [...query.groupings],
    'settings[aggregate_by]': measure,
    ...Object.fromEntries(
      Object.entries(settings ?? {}).map(([name, value]) => [`settings[${name}]`, value]),
    ),
  };
}

export const costsQuery = (parameters: CostParameters | undefined, isTotalOnly = false) => {
  const query = { ...parameters, order: 'asc', limit: isTotalOnly ? 1 : rowsPerPage } as const;
  return queryOptions({
    queryKey: ['/v2/costs', query],
    queryFn: ({ signal }) => readCosts(query, isTotalOnly ? 1 : maxPages, signal),
  });
};

/** The costs that match a query. */
export function useCosts(query: CostQuery | undefined, { isTotalOnly = false } = {}) {
  const parameters = useCostParameters(query);
  return useQuery({
    ...costsQuery(parameters, isTotalOnly),
    enabled: parameters !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Reads costs page by page, up to a number of pages. */
async function readCosts(
  query: CostParameters,
  pages: number,
  signal: AbortSignal,
): Promise<Costs> {
  const first = await getWithHeaders('/v2/costs', { query, signal });
  const costs = [...first.body.costs];
  let { next } = first.body.links;
  for (let page = 2; next && page <= pages; page += 1) {
    const more = await getWithHeaders('/v2/costs', { query: { ...query, page }, signal });
    costs.push(...more.body.costs);
    ({ next } = more.body.links);
  }
  const freshness = readFreshness(first.headers);
  publishFreshness(freshness);
  return { ...first.body, costs, freshness, isTruncated: next !== null };
}
