import { workspaceOf } from '../../api/current-user.js';
import { getQuery, queryClient } from '../../api/queries.js';
import { chargeKinds, periodOf, seriesQuery, services } from './use-period-costs.js';

/** Reads the headline before the page is rendered, and ahead of its other cards. */
export async function preload(search: Record<string, string | undefined>): Promise<void> {
  const me = await queryClient.ensureQueryData(getQuery('/v2/me'));
  const workspace = workspaceOf(me, search['workspace'])?.token;
  if (!workspace) return;
  const period = periodOf(search);
  // The chart is drawn as soon as its costs are read.
  void import('../../parts/chart/echarts.js');
  await Promise.all([
    queryClient.prefetchQuery(seriesQuery(workspace, period, ...services)),
    queryClient.prefetchQuery(seriesQuery(workspace, period, ...chargeKinds)),
  ]);
}
