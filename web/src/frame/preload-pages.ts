import { getQuery, queryClient } from '../api/queries.js';
import { pages } from './pages.js';

/** The groups of the sidebar whose pages most visits go on to. */
const groups = new Set(['Overview', 'Explore']);

/**
 * Loads the code of frequent pages and of charts, piece by piece, while the browser has nothing else to do; not
 * for people who save data.
 */
export async function preloadPages(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const ofPages = pages.flatMap(({ sidebar, load }) =>
    groups.has(sidebar?.group ?? '') ? load : [],
  );
  for (const load of [...ofPages, () => import('../parts/chart/echarts.js')]) {
    await idle();
    // The page that needs the code loads it again, and shows why that fails.
    await load().catch(() => undefined);
  }
}

/** Reads what every page with costs begins with, so that opening one does not wait for it. */
export async function preloadNames(workspace: string): Promise<void> {
  await idle();
  const query = { workspace_token: workspace };
  await Promise.all([
    queryClient.prefetchQuery(getQuery('/v2/cost_providers', { query })),
    queryClient.prefetchQuery(getQuery('/v2/cost_provider_accounts', { query })),
  ]);
}

/** Safari has no `requestIdleCallback`. */
const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  );
