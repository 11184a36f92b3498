import { useQueries } from '@tanstack/react-query';
import { useHasRole } from '../../api/current-user.js';
import { getQuery } from '../../api/queries.js';
import type { Channel } from '../../features/channels/channel.js';
import { type Delivery, deliveriesPath } from '../../features/deliveries/delivery.js';

/** The last message of each channel, by its token. Only owners read the delivery log. */
export function useLastDeliveries(channels: readonly Channel[]): ReadonlyMap<string, Delivery> {
  const isOwner = useHasRole('Owner');
  const responses = useQueries({
    queries: channels.map(({ token }) => ({
      ...getQuery(deliveriesPath, { query: { channel_token: token, limit: 1 } }),
      enabled: isOwner,
    })),
  });
  return new Map(
    responses.flatMap(({ data }) => data?.deliveries.map((each) => [each.recipient, each]) ?? []),
  );
}
