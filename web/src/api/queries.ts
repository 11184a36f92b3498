import {
  QueryClient,
  type UseQueryResult,
  keepPreviousData,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { type RequestParts, fillPath, send } from './client.js';
import { ApiProblem } from './problem.js';
import type { Answer, InputArguments, Path } from './types.js';

/** Only network errors and unavailable servers are retried. */
const isTransient = (error: unknown) => !(error instanceof ApiProblem) || error.status >= 502;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && isTransient(error),
    },
  },
});

/** Query options of a GET. The key begins with the path, so that `invalidate('/v2/teams')` matches every query of teams. */
export function getQuery<P extends Path<'get'>>(path: P, ...[input]: InputArguments<'get', P>) {
  const parts = (input ?? {}) as RequestParts;
  return queryOptions({
    queryKey: [fillPath(path, parts.path), parts.query ?? {}],
    queryFn: async ({ signal }) =>
      (await send('get', path, { ...parts, signal })).body as Answer<P>,
  });
}

interface ReadOptions {
  enabled?: boolean;
}

/** Reads a path; the previous response stays until the next one is loaded. */
export function useGet<P extends Path<'get'>>(
  path: P,
  ...[input, options]: InputArguments<'get', P, [options?: ReadOptions]>
): UseQueryResult<Answer<P>> {
  const query = getQuery<P>(path, ...([input] as InputArguments<'get', P>));
  return useQuery({ ...query, placeholderData: keepPreviousData, ...options });
}

/** Reads an object and what belongs to it again, where they are on screen. */
export const refetch = (path: string): Promise<void> =>
  queryClient.refetchQueries({
    predicate: ({ queryKey }) => `${String(queryKey[0])}/`.startsWith(`${path}/`),
  });

/** Reloads every query whose path starts with one of these, and the names of objects; call it after a write. */
export function invalidate(...paths: string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      [...paths, '/console/objects'].some((path) => String(queryKey[0]).startsWith(path)),
  });
}
