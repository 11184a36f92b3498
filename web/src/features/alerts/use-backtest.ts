import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../../api/client.js';
import type { Answer, Body } from '../../api/types.js';

type BacktestPath = '/v2/cost_alerts/backtest' | '/v2/budget_alerts/backtest';

/** Settings are tested once they have not changed for this long. */
const delayMs = 500;

/**
 * What settings would have reported; undefined settings are incomplete and test nothing. The request for
 * earlier settings is cancelled, so there is one at a time.
 */
export function useBacktest<P extends BacktestPath>(
  path: P,
  settings: Body<P, 'post'> | undefined,
) {
  const text = settings && JSON.stringify(settings);
  const [settled] = useDebouncedValue(text, delayMs);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    // Not by the path: saving the alert does not test it again.
    queryKey: ['backtest', path, settled],
    queryFn: async ({ signal }) =>
      (await send('post', path, { body: JSON.parse(settled!), signal })).body as Answer<P, 'post'>,
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
  });
  const isPending = text !== settled || isFetching;
  return {
    data: text === undefined ? undefined : data,
    error: isPending || text === undefined ? null : error,
    isPending: text !== undefined && isPending,
    /** Whether the data is that of earlier settings. */
    isStale: isPlaceholderData || text !== settled,
  };
}
