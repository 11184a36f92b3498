import type { Services } from '../../../platform/kernel/services.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { clusterProviderList } from '../../costs/query/index.js';
import { readAccountScope } from '../../optimise/kubernetes/index.js';
import type { ActiveRebilledLoad, SourceLoad } from './source-loads.js';

/** How the rules of an account change what the nodes of a cluster cost on a day. */
export interface NodeFactors {
  /** Decimal text by the id of the node, in lower case. */
  factors: ReadonlyMap<string, string>;
  /** Nodes of a bill that the account does not see on this day, so that there is no price it may see. */
  hidden: readonly string[];
}

type Stores = Pick<Services, 'db' | 'costs'>;

/** Whether a load repeats costs of nodes that other loads bill. */
export const isClusterLoad = ({ format }: SourceLoad): boolean => format === 'kubernetes';

/**
 * Reads the factors of each load of a cluster, by the id of the load. Costs of clusters are divided costs
 * of nodes: a rule for the service of the nodes has to change them too, and one for everything must not
 * change them twice. Bills must have been rebilled before.
 */
export async function readNodeFactors(
  stores: Stores,
  managedAccount: string,
  sources: readonly SourceLoad[],
  /** Bills as the rules have made them, whether or not they are visible yet. */
  rebilled: readonly Pick<ActiveRebilledLoad, 'loadId' | 'rebilledFrom'>[],
): Promise<Map<number, NodeFactors>> {
  const clusters = sources.filter(isClusterLoad);
  if (clusters.length === 0) return new Map();
  const nodes = await readNodes(stores, clusters);
  const bills = new Set(sources.filter((load) => !isClusterLoad(load)).map(({ loadId }) => loadId));
  const changes = await readChanges(stores, [...new Set([...nodes.values()].flat())], {
    before: [...bills],
    after: rebilled.flatMap(({ loadId, rebilledFrom }) =>
      rebilledFrom !== null && bills.has(rebilledFrom) ? [loadId] : [],
    ),
  });
  const result = new Map<number, NodeFactors>();
  for (const [owner, loads] of groupBy(clusters, ({ accountToken }) => accountToken)) {
    const isOwn = owner === managedAccount;
    const missing = loads.flatMap(({ loadId, firstDate }) =>
      (nodes.get(loadId) ?? []).filter((node) => !changes.has(`${node} ${firstDate}`)),
    );
    const billed = isOwn ? new Set<string>() : await readBilledNodes(stores, owner, missing);
    for (const { loadId, firstDate } of loads) {
      const factors = new Map<string, string>();
      const hidden: string[] = [];
      for (const node of nodes.get(loadId) ?? []) {
        const factor = changes.get(`${node} ${firstDate}`);
        // Clusters of the account itself are priced from its rebilled bills.
        if (factor !== undefined) factors.set(node, isOwn ? '1' : factor);
        else if (billed.has(node)) hidden.push(node);
      }
      result.set(loadId, { factors, hidden });
    }
  }
  return result;
}

async function readNodes(
  { costs }: Stores,
  clusters: readonly SourceLoad[],
): Promise<Map<number, string[]>> {
  const loads = idsOf(clusters.map(({ loadId }) => loadId));
  const rows = await selectRows<{ id: number; nodes: string[] }>(
    costs.client,
    sql`SELECT load_id AS id,
       arraySort(groupUniqArray(lower(assumeNotNull(node_resource_id)))) AS nodes
     FROM kubernetes_allocation
     WHERE load_id IN ${loads} AND node_resource_id IS NOT NULL
     GROUP BY id`,
  );
  return new Map(rows.map(({ id, nodes }) => [id, nodes]));
}

const idsOf = (loads: readonly number[]): Sql => sql.bind('Array(UInt32)', loads);

/** The one of some nodes that a row is of: bills name a node by its id, or by one that ends with it. */
function nodeAmong(nodes: Sql): Sql {
  const id = sql`lower(ifNull(resource_id, ''))`;
  return sql`if(${id} IN ${nodes}, ${id}, splitByChar('/', ${id})[-1])`;
}

/** What rules make of a unit of cost, by node and day; days without costs have none. */
async function readChanges(
  { costs }: Stores,
  ids: readonly string[],
  loads: { before: readonly number[]; after: readonly number[] },
): Promise<Map<string, string>> {
  if (ids.length === 0 || loads.before.length === 0) return new Map();
  const nodes = sql.bind('Array(String)', ids);
  const node = nodeAmong(nodes);
  const rows = await selectRows<{ key: string; before: string; after: string }>(
    costs.client,
    sql`SELECT concat(node, ' ', toString(month + number - 1)) AS key, currency,
       sumIf(cost, load_id IN ${idsOf(loads.before)}) AS before,
       sumIf(cost, load_id IN ${idsOf(loads.after)}) AS after
     FROM (
       SELECT load_id, month, currency, ${node} AS node,
         arrayJoin(arrayEnumerate(effective_by_day)) AS number,
         effective_by_day[number] AS cost
       FROM resource_costs
       WHERE load_id IN ${idsOf([...loads.before, ...loads.after])}
         AND charge_group = 'usage'
         AND provider NOT IN ${clusterProviderList}
         AND ${node} IN ${nodes}
     )
     GROUP BY key, currency HAVING before != 0 ORDER BY before`,
  );
  // The largest cost is the last: a cluster is priced in its currency.
  return new Map(rows.map(({ key, before, after }) => [key, ratio(after, before)]));
}

const ratio = (after: string, before: string) =>
  new Decimal(after).div(before).toDecimalPlaces(18).toFixed();

/** Those of some nodes that any bill of an account has. */
async function readBilledNodes(
  { db, costs }: Stores,
  account: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { loadIds } = await readAccountScope(db, account);
  const nodes = sql.bind('Array(String)', [...new Set(ids)]);
  const rows = await selectRows<{ found: string }>(
    costs.client,
    sql`SELECT DISTINCT ${nodeAmong(nodes)} AS found FROM resources
     WHERE load_id IN ${idsOf(loadIds)}
       AND provider NOT IN ${clusterProviderList}
       AND found IN ${nodes}`,
  );
  return new Set(rows.map(({ found }) => found));
}
