import { z } from 'zod';
import { job } from '../../../platform/jobs/job.js';
import { unlessDeleted } from '../../../platform/jobs/unless-deleted.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Db } from '../../../platform/store/tables.js';
import { refreshCommitments } from './refresh-commitments.js';

/** Runs after each load for its integration, and daily for all of them. */
export const refreshCommitmentsJob = job({
  name: 'refresh-commitments',
  summary: 'Derives reservations and savings plans from the bills',
  cron: '15 5 * * *',
  retries: 3,
  expireHours: 1,
  payload: z.object({ integration_token: z.string().optional() }),
  run: async ({ integration_token: only }, { services, clock }) => {
    const integrations = only
      ? [{ token: only }]
      : await services.db.selectFrom('integrations').select('token').orderBy('id').execute();
    let count = 0;
    for (const { token } of integrations) {
      const refresh = () => refreshCommitments(services, token, clock());
      count += (await unlessDeleted(services.db, 'integrations', token, refresh)) ?? 0;
    }
    // Commitments are resources, too.
    if (only) await services.enqueue('sync-resources', { integration_token: only });
    return `${count} commitments of ${integrations.length} integrations`;
  },
});

/**
 * Queues the job for an integration whose costs have changed, in the transaction of the change. Its
 * resources and recommendations follow.
 */
export const queueCommitments = (
  { enqueue }: Pick<Services, 'enqueue'>,
  integration: string,
  db: Db,
): Promise<void> => enqueue('refresh-commitments', { integration_token: integration }, db);
