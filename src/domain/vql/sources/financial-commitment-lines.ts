import type { CostStoreSource } from '../compile/row-source.js';
import { costStoreColumns, sameNames } from './columns.js';

const costType = `if(charge_group = 'usage' AND commitment_type = 'spot', 'Spot Usage', charge_type)`;

/** Cost lines under the field names of financial commitment reports. */
export const financialCommitmentLines: CostStoreSource = {
  ...costStoreColumns,
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
    'financial_commitments.cost_type': [costType],
  },
};
