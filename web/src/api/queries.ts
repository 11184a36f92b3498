import { QueryClient, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Query, api } from './client.js';
import { ApiProblem } from './problem.js';

/** Only what may pass by itself is tried again. */
const mayPass = (error: unknown) => !(error instanceof ApiProblem) || error.status >= 502;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && mayPass(error),
    },
  },
});

export interface Links {
  next: string | null;
  prev: string | null;
  last: string | null;
}

/** One page of a list as the API sends it: its links, and its rows under the name of the list. */
export type ListAnswer = { links: Links } & Record<string, unknown>;

/** The first part of every key is the path, so that `changed('/v2/teams')` refreshes all that shows teams. */
export const getting = <Body>(path: string, query?: Query) =>
  queryOptions({
    queryKey: [path, query ?? {}],
    queryFn: ({ signal }) => api.get<Body>(path, query, signal),
  });

export const useGet = <Body>(path: string, query?: Query, options: { enabled?: boolean } = {}) =>
  useQuery({ ...getting<Body>(path, query), placeholderData: keepPreviousData, ...options });

/** After a write: everything read from a path that starts so is read again. */
export function changed(...paths: string[]): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)),
  });
}
