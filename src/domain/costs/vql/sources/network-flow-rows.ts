import { schemas } from '../check/schemas.js';
import type { CostStoreSource } from '../compile/row-source.js';
import { costStoreColumns, sameNames } from './columns.js';

const fields = Object.keys(schemas.network_flow_logs['network_flow_logs'] ?? {});

/** Network flow rows, whose columns have the names of the fields. */
export const networkFlowRows: CostStoreSource = {
  ...costStoreColumns,
  fields: sameNames('network_flow_logs', fields),
};
