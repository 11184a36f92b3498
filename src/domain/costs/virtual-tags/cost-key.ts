/** Columns that rules can use. Each combination of their values has one `key_id`. */
export const costKeyColumns = [
  'provider',
  'integration_token',
  'provider_account_id',
  'account_id',
  'service',
  'service_code',
  'region',
  'cost_category',
  'cost_subcategory',
  'marketplace',
  'charge_type',
  'amortized_charge_type',
  'tag_set_id',
] as const;

/** SQL of `key_id`, as the tables of the cost store define it. */
export const costKeySql = `sipHash64(tuple(${costKeyColumns.join(', ')}))`;
