import { useQueries } from '@tanstack/react-query';
import { isToken, kindOfObject } from '../../api/object-kinds.js';
import { getQuery } from '../../api/queries.js';

/** As many as the server names at once. */
const tokensPerRequest = 200;

/**
 * Names objects of any kind by their tokens. An object without a name was deleted or is hidden: its kind
 * stands for it.
 */
export function useObjectNames(tokens: readonly string[]): (token: string) => string {
  const named = [...new Set(tokens.filter(isToken))].toSorted();
  const requests = Array.from({ length: Math.ceil(named.length / tokensPerRequest) }, (_, index) =>
    named.slice(index * tokensPerRequest, (index + 1) * tokensPerRequest),
  );
  const responses = useQueries({
    queries: requests.map((some) =>
      getQuery('/console/objects', { query: { tokens: some.join(',') } }),
    ),
  });
  const names = new Map(
    responses.flatMap(({ data }) => data?.objects ?? []).map(({ token, title }) => [token, title]),
  );
  const isLoading = responses.some(({ isPending }) => isPending);
  return (token) =>
    names.get(token) ?? `${kindOfObject(token)}${isLoading ? '' : ' (deleted or hidden)'}`;
}
