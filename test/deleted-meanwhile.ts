import type { Services } from '../src/platform/kernel/services.js';

type Table = 'accounts' | 'cost_reports' | 'integrations';

/** Services whose database deletes an object right after it has first been read: as if by another request. */
export function deletedMeanwhile(services: Services, table: Table, token: string): Services {
  let isDeleted = false;
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isDeleted && result.rows.some((row) => row['token'] === token)) {
        isDeleted = true;
        const deletion = services.db.deleteFrom(table).where('token', '=', token).execute();
        // The embedded database has one session, which this read still holds.
        if (services.config.databaseUrl) await deletion;
      }
      return result;
    },
  });
  return { ...services, db };
}
