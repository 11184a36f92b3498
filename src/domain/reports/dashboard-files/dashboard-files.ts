import type { FileOwner } from '../../../platform/health/orphaned-files.js';
import { dashboardFolder } from './store-dashboard.js';

/** Files that people have downloaded of dashboards that exist. */
export const dashboardFiles: FileOwner = {
  findUsed: async (db, keys) => {
    const rows = await db.selectFrom('dashboards').select('token').execute();
    const tokens = new Set(rows.map(({ token }) => token));
    return keys.filter(
      (key) =>
        key.startsWith(dashboardFolder) &&
        tokens.has(key.slice(dashboardFolder.length).split('/')[0]!),
    );
  },
};
