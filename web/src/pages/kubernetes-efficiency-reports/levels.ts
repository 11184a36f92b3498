import { quote } from '../../../../src/domain/costs/vql/syntax/quotes.js';
import type { Answer } from '../../api/types.js';

export type Efficiency = Answer<'/v2/kubernetes_efficiency_reports/efficiency'>;
export type EfficiencyFigure = Efficiency['figures'][number];

/** What the page shows, as the address holds it; an empty text is no choice. */
export interface Place {
  cluster?: string;
  namespace?: string;
}

/** Namespace of node capacity that no pod takes. */
const idleNamespace = '__idle__';

interface Level {
  grouping: string;
  /** `Cluster`, as the header of the table. */
  label: string;
  /** Plural, for the name of the table. */
  plural: string;
  filter: string;
}

/** From clusters down to the workloads of a namespace; the nodes for capacity that no pod takes. */
export function levelOf({ cluster, namespace }: Place): Level {
  const ofCluster = cluster ? `kubernetes.cluster_id = ${quote(cluster)}` : '';
  if (!cluster) {
    return { grouping: 'cluster_id', label: 'Cluster', plural: 'Clusters', filter: '' };
  }
  if (!namespace) {
    return { grouping: 'namespace', label: 'Namespace', plural: 'Namespaces', filter: ofCluster };
  }
  const filter = `${ofCluster} AND kubernetes.namespace = ${quote(namespace)}`;
  return namespace === idleNamespace
    ? { grouping: 'node', label: 'Node', plural: 'Nodes', filter }
    : { grouping: 'controller', label: 'Workload', plural: 'Workloads', filter };
}

/** The place that a row of a level leads to; undefined at the lowest level. */
export function placeWithin(
  { cluster, namespace }: Place,
  group: string | null,
): Place | undefined {
  if (group === null || namespace) return undefined;
  return cluster ? { cluster, namespace: group } : { cluster: group };
}

/** The name of a group as a reader says it. */
export function nameOf({ label }: Pick<Level, 'label'>, group: string | null): string {
  if (group === idleNamespace) return 'Idle capacity';
  return group ?? `No ${label.toLowerCase()}`;
}
