import { sql } from '../../../../platform/store/sql.js';
import { schemas } from '../check/schemas.js';
import type { CostStoreSource } from '../compile/row-source.js';
import { costStoreColumns, sameNames } from './columns.js';

/** Kubernetes usage rows, whose columns have the names of the fields. */
export const kubernetesRows: CostStoreSource = {
  ...costStoreColumns,
  maps: { 'kubernetes.labels': sql`labels` },
  fields: sameNames('kubernetes', Object.keys(schemas.kubernetes['kubernetes'] ?? {})),
};
