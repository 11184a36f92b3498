import { sql } from 'kysely';
import type { Context } from '../../../../platform/kernel/context.js';
import type { Row } from '../../../../platform/kernel/rows.js';
import { isVisibleResource, readVisibleNames } from '../../../costs/visibility/index.js';
import { type TrafficPeers, readTrafficPeers } from '../../network-flows/index.js';
import type { VisibleResource } from '../find-resource.js';
import { shortId } from '../short-id.js';
import { mentionsOf, referencesOf, resourceGroupOf, textsIn } from './references.js';

/** Why resources belong together, the closest relation first. */
export const neighbourRelations = [
  'attached',
  'traffic',
  'subnet',
  'vpc',
  'resource_group',
] as const;
type NeighbourRelation = (typeof neighbourRelations)[number];

interface Neighbour {
  row: Row<'resources'>;
  relation: NeighbourRelation;
  /** Exchanged with it, whatever the relation is; null if flow logs have none. */
  bytes: number | null;
}

interface Neighbours {
  /** At most the requested number of each relation. */
  neighbours: Neighbour[];
  /** How many there are of each relation. */
  totals: ReadonlyMap<NeighbourRelation, number>;
  traffic: TrafficPeers | undefined;
}

type Found = Row<'resources'> & { relation: NeighbourRelation; total: number };

/** Reads what belongs with a resource in its workspace. Each neighbour has its closest relation alone. */
export async function readNeighbours(
  ctx: Context,
  { row, workspace }: VisibleResource,
  limit: number,
): Promise<Neighbours> {
  const traffic =
    row.provider === 'aws'
      ? await readTrafficPeers(ctx, workspace, [row.uuid, shortId(row.uuid)])
      : undefined;
  const visible = await readVisibleNames({ db: ctx.db, costs: ctx.services.costs }, workspace);
  const isVisible = isVisibleResource(visible, 'r');
  const { rows } = await statementOf(row, workspace, { traffic, isVisible }, limit).execute(ctx.db);
  const bytesOf = bytesByName(traffic);
  return {
    neighbours: rows.map(({ relation, total: _, ...found }) => ({
      row: found,
      relation,
      bytes: bytesOf(found),
    })),
    totals: new Map(rows.map(({ relation, total }) => [relation, total])),
    traffic,
  };
}

function statementOf(
  row: Row<'resources'>,
  workspace: string,
  {
    traffic,
    isVisible,
  }: { traffic: TrafficPeers | undefined; isVisible: ReturnType<typeof isVisibleResource> },
  limit: number,
) {
  const own = shortId(row.uuid).toLowerCase();
  const named = referencesOf(textsIn(row.metadata));
  const peers = referencesOf(traffic?.peers.map(({ uuid }) => uuid) ?? []);
  const mentions = mentionsOf(row).map(
    (text) => sql`position(${text} in lower(r.metadata::text)) > 0`,
  );
  const isAmong = ({ names, ids, types }: typeof named) =>
    sql`(lower(r.uuid) = any(${names}::text[])
      or (r.short_id = any(${ids.filter((id) => id !== own)}::text[]) and r.type = any(${types}::text[])))`;
  const shares = (key: string) =>
    sql`r.metadata ->> ${sql.lit(key)} = ${textAt(row.metadata, key)}::text`;
  const group = resourceGroupOf(row.uuid) ?? null;
  return sql<Found>`
    with others as (
      select r.token, r.recent_cost,
        coalesce(array_position(${peers.names}::text[], lower(r.uuid)),
          array_position(${peers.ids}::text[], r.short_id)) as peer_rank,
        case when ${isAmong(named)} or ${sql.join(mentions, sql` or `)} then 'attached'
          when ${isAmong(peers)} then 'traffic'
          when ${shares('subnet_id')} then 'subnet'
          when ${shares('vpc_id')} then 'vpc'
          when starts_with(lower(r.uuid), ${group}::text) then 'resource_group' end as relation
      from current_resources r
      where r.integration_token in (
          select integration_token from integration_workspaces where workspace_token = ${workspace})
        and r.provider = ${row.provider} and lower(r.uuid) <> lower(${row.uuid}) and ${isVisible}
    ), ranked as (
      select token, relation, count(*) over (partition by relation)::int as total,
        row_number() over (partition by relation
          order by case when relation = 'traffic' then peer_rank end, recent_cost desc, token) as place
      from others where relation is not null
    )
    select r.*, ranked.relation, ranked.total from ranked join current_resources r on r.token = ranked.token
    where ranked.place <= ${limit}
    order by array_position(${[...neighbourRelations]}::text[], ranked.relation), ranked.place`;
}

const textAt = (metadata: unknown, key: string): string | null => {
  const value = (metadata as Record<string, unknown>)[key];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Flow logs have full names, bills often the last part. */
function bytesByName(traffic: TrafficPeers | undefined) {
  const bytes = new Map(
    traffic?.peers.flatMap(({ uuid, bytes: exchanged }) =>
      [uuid, shortId(uuid)].map((name): [string, number] => [name, exchanged]),
    ),
  );
  return ({ uuid }: { uuid: string }) => bytes.get(uuid) ?? bytes.get(shortId(uuid)) ?? null;
}
