import type { CostRow } from './cost-tables.js';

export const awsRow: CostRow = {
  id: 1,
  provider: 'aws',
  provider_account_id: 'payer',
  account_id: 'web',
  service_code: 'AmazonEC2',
  service: 'Elastic Compute',
  cost_category: 'Instance',
  cost_subcategory: 'Box:large',
  region: 'eu-north-1',
  resource_id: 'i_1',
  charge_type: 'Usage',
  amount: '10',
  tags: { team: 'Web Shop', env: 'prod', 'back\\slash': 'c:\\temp' },
};

/** Cost lines with missing, shared and unusual values of every field that filters test. */
export const costRows: readonly CostRow[] = [
  awsRow,
  {
    id: 2,
    provider: 'aws',
    provider_account_id: 'payer',
    account_id: 'data',
    service_code: 'AmazonS3',
    service: 'Simple Storage',
    cost_category: 'Storage',
    resource_id: 'i-1',
    charge_type: 'SavingsPlanNegation',
    amount: '20',
    tags: { team: 'web_shop', env: 'test' },
  },
  {
    id: 3,
    provider: 'aws',
    service: 'Vendor',
    region: 'eu-west-1',
    charge_type: 'Fee',
    amortized_charge_type: 'AmortizedFee',
    marketplace: true,
    amount: '40',
  },
  {
    id: 4,
    provider: 'aws',
    account_id: 'data',
    service_code: 'AmazonS3',
    service: 'Simple Storage',
    cost_category: '100%',
    cost_subcategory: 'two\nlines',
    region: 'eu-north-1',
    resource_id: 'é',
    charge_type: 'Usage',
    amount: '80',
    tags: { team: '', 'vntg:category': 'cpu' },
  },
  {
    id: 5,
    provider: 'gcp',
    account_id: 'web',
    service: 'BigQuery',
    charge_type: 'regular',
    amount: '160',
    tags: { 'vntg:category': 'ram' },
  },
  { id: 6, provider: 'custom_provider', integration_token: 'token_a', ...plain('Desk', '320') },
  { id: 7, provider: 'custom_provider', integration_token: 'token_b', ...plain('Desk', '640') },
  { id: 8, provider: 'kubernetes_agent', ...plain('cluster', '1280') },
  { id: 9, provider: 'opencost', ...plain('cluster', '2560') },
  { id: 10, provider: 'aws', integration_token: 'foreign', ...plain('AmazonS3', '5120') },
  { id: 11, provider: 'aws', load_id: 2, ...plain('AmazonS3', '10240') },
];

function plain(service: string, amount: string) {
  return { service, charge_type: 'Usage', amount };
}
