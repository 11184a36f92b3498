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

/** Only what may pass by itself is retried. */
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

/** A read for TanStack Query. Its key begins with the path, so that `invalidate('/v2/teams')` finds all that shows teams. */
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

/** Reads a path; the previous answer stays until the next one has come. */
export function useGet<P extends Path<'get'>>(
  path: P,
  ...[input, options]: InputArguments<'get', P, [options?: ReadOptions]>
): UseQueryResult<Answer<P>> {
  const query = getQuery<P>(path, ...([input] as InputArguments<'get', P>));
  return useQuery({ ...query, placeholderData: keepPreviousData, ...options });
}

/** After a write: everything read from a path that starts with one of these is read again. */
export function invalidate(...paths: string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)),
  });
}
