import type { Context } from '../../../platform/kernel/context.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { compileWhere, networkFlowRows } from '../../costs/vql/index.js';
import { readFlowCoverage, readFlowScope } from './flow-loads.js';

/** What a resource exchanges traffic with, by the flow logs that are kept. */
export interface TrafficPeers {
  start: string;
  end: string;
  /** Whether records were sampled on any of the days. */
  isSampled: boolean;
  /** Most bytes first. */
  peers: { uuid: string; bytes: number }[];
}

/** Peers beyond these have the least traffic. */
const maxPeers = 200;

/**
 * Reads the peers of a resource that flow logs name by one of `ids`; undefined without flow logs.
 * Where both ends were logged, the bytes are those of its own interfaces, so that nothing counts twice.
 */
export async function readTrafficPeers(
  ctx: Context,
  workspace: string,
  ids: readonly string[],
): Promise<TrafficPeers | undefined> {
  const coverage = await readFlowCoverage(ctx, workspace, ctx.services.config.flowDays);
  const { first_date: start, last_date: end } = coverage;
  if (start === null || end === null) return undefined;
  const scope = await readFlowScope(ctx, workspace, { start, end });
  const { where } = compileWhere([null], scope, { source: networkFlowRows });
  const names = sql.bind('Array(String)', ids);
  const isNamed = (column: string) => sql`has(${names}, ifNull(toString(${sql.ref(column)}), ''))`;
  const rows = await selectRows<{ peer: string; total: string; sampled: string }>(
    ctx.services.costs.client,
    sql`SELECT peer,
       toString(round(if(max(own) = 1, sumIf(transferred, own = 1), sum(transferred)))) AS total,
       toString(max(rate < 1)) AS sampled
     FROM (
       SELECT toUInt8(${isNamed('resource_uuid')} OR ${isNamed('instance_id')}) AS own,
         if(own = 1, peer_resource_uuid, resource_uuid) AS peer,
         sample_rate AS rate, bytes / toFloat64(sample_rate) AS transferred
       FROM network_flows
       WHERE day BETWEEN ${sql.bind('Date', start)} AND ${sql.bind('Date', end)} AND (${where}) AND (${scope.isVisible})
         AND (own = 1 OR ${isNamed('peer_resource_uuid')} OR ${isNamed('peer_instance_id')})
     )
     WHERE peer IS NOT NULL AND NOT ${isNamed('peer')}
     GROUP BY peer ORDER BY toFloat64(total) DESC, peer LIMIT ${maxPeers}`,
  );
  return {
    start,
    end,
    isSampled: rows.some(({ sampled }) => sampled === '1'),
    peers: rows.map(({ peer, total }) => ({ uuid: peer, bytes: Number(total) })),
  };
}
