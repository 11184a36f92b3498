import { sql } from '../../../../platform/store/sql.js';
import type { CostStoreSource } from '../compile/row-source.js';
import { costStoreColumns, sameNames } from './columns.js';

const costType = sql`if(charge_group = 'usage' AND commitment_type = 'spot', 'Spot Usage', charge_type)`;

/** Cost lines under the field names of financial commitment reports. */
export const financialCommitmentLines: CostStoreSource = {
  ...costStoreColumns,
  maps: { 'financial_commitments.resource_tags': sql`tags` },
  fields: {
    ...sameNames('financial_commitments', [
      'provider_account_id',
      'commitment_type',
      'commitment_id',
      'cost_category',
      'instance_type',
      'region',
    ]),
    'financial_commitments.service': [sql`service_code`, sql`service`],
    'financial_commitments.resource_account_id': [sql`account_id`],
    'financial_commitments.cost_sub_category': [sql`cost_subcategory`],
    'financial_commitments.cost_type': [costType],
  },
};
