import {
  type LoadedRowSource,
  type RowSource,
  tagsInJson,
  tagsInMap,
} from '../compile/row-source.js';
import { schemas } from '../check/schemas.js';

/** Which charge type a filter sees. Virtual tags hold in both views and so test either. */
export type ChargeView = 'billed' | 'amortized' | 'either';

const rowColumns = { provider: 'provider', integration: 'integration_token' } as const;
const loadColumns = { ...rowColumns, load: 'load_id', maps: {}, tags: tagsInMap('tags') } as const;

const billedChargeType = 'charge_type';
const amortizedChargeType = 'ifNull(amortized_charge_type, charge_type)';
const chargeTypes: Readonly<Record<ChargeView, readonly string[]>> = {
  billed: [billedChargeType],
  amortized: [amortizedChargeType],
  either: [billedChargeType, amortizedChargeType],
};

/** Cost lines; a source over the rollup is this one with its own tags. */
export function costLines(view: ChargeView): LoadedRowSource {
  return {
    ...loadColumns,
    fields: {
      ...sameNames('costs', ['region', 'account_id', 'provider_account_id', 'resource_id']),
      'costs.service': ['service_code', 'service'],
      'costs.category': ['cost_category'],
      'costs.subcategory': ['cost_subcategory'],
      'costs.charge_type': chargeTypes[view],
      'costs.marketplace': ['marketplace'],
    },
  };
}

const commitmentChargeType = `if(charge_group = 'usage' AND commitment_type = 'spot', 'Spot Usage', charge_type)`;

/** Cost lines as financial commitment reports name their columns. */
export const financialCommitmentLines: LoadedRowSource = {
  ...loadColumns,
  maps: { 'financial_commitments.resource_tags': 'tags' },
  fields: {
    ...sameNames('financial_commitments', [
      'provider_account_id',
      'commitment_type',
      'commitment_id',
      'cost_category',
      'instance_type',
      'region',
    ]),
    'financial_commitments.service': ['service_code', 'service'],
    'financial_commitments.resource_account_id': ['account_id'],
    'financial_commitments.cost_sub_category': ['cost_subcategory'],
    'financial_commitments.cost_type': [commitmentChargeType],
  },
};

/** Kubernetes usage rows, whose columns are named as the fields. */
export const kubernetesRows: LoadedRowSource = {
  ...loadColumns,
  maps: { 'kubernetes.labels': 'labels' },
  fields: sameNames('kubernetes', Object.keys(schemas.kubernetes['kubernetes'] ?? {})),
};

/** Network flow rows, whose columns are named as the fields. */
export const networkFlowRows: LoadedRowSource = {
  ...loadColumns,
  fields: sameNames(
    'network_flow_logs',
    Object.keys(schemas.network_flow_logs['network_flow_logs'] ?? {}),
  ),
};

/** The resource inventory in PostgreSQL. */
export const resourceRows: RowSource = {
  ...rowColumns,
  tags: tagsInJson('tags'),
  maps: { 'resources.metadata': 'metadata' },
  fields: sameNames('resources', [
    'type',
    'uuid',
    'label',
    'region',
    'account_id',
    'provider_account_id',
  ]),
};

function sameNames(namespace: string, columns: readonly string[]): RowSource['fields'] {
  return Object.fromEntries(columns.map((column) => [`${namespace}.${column}`, [column]]));
}
