import type { Clock } from '../../../platform/lib/time.js';
import type { Db } from '../../../platform/store/tables.js';
import { type Measurement, counter, gauge, sample } from '../../../platform/telemetry/metric.js';
import { channelKinds } from './channel-config.js';

export const deliveriesTotal = counter({
  name: 'farthing_deliveries_total',
  help: 'Attempts to deliver messages, by their outcome: sent, retried, failed, dropped or muted.',
  labels: ['channel', 'status'],
});

const deliveriesWaiting = gauge({
  name: 'farthing_deliveries_waiting',
  help: 'Messages that are not delivered yet, those without a mail server included.',
  labels: ['channel'],
});

const oldestWaiting = gauge({
  name: 'farthing_delivery_oldest_waiting_seconds',
  help: 'Age of the oldest message that is not delivered yet and could be.',
  labels: ['channel'],
});

export const deliveryMetrics = [deliveriesTotal, deliveriesWaiting, oldestWaiting];

const channels = ['email', ...channelKinds] as const;

/** Messages that wait, also where there are none. */
export const measureDeliveries: Measurement<{ db: Db; clock: Clock }> = {
  metrics: [deliveriesWaiting, oldestWaiting],
  read: async ({ db, clock }) => {
    const rows = await db
      .selectFrom('delivery_messages')
      .select(({ fn }) => [
        'channel',
        'state',
        fn.countAll<number>().as('count'),
        fn.min('created_at').as('oldest'),
      ])
      .where('state', 'in', ['pending', 'not_configured'])
      .groupBy(['channel', 'state'])
      .execute();
    return channels.flatMap((channel) => {
      const waiting = rows.filter((row) => row.channel === channel);
      const count = waiting.reduce((sum, row) => sum + row.count, 0);
      const oldest = waiting.find(({ state }) => state === 'pending')?.oldest;
      const seconds = oldest ? Math.max(0, (clock().getTime() - oldest.getTime()) / 1000) : 0;
      return [
        sample(deliveriesWaiting, { channel }, count),
        sample(oldestWaiting, { channel }, seconds),
      ];
    });
  },
};
