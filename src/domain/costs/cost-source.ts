/** Which charge type a condition sees. */
export type ChargeView = 'billed' | 'amortized';

/** Where costs keep what filters ask for: SQL by field name, over the rollup and the lines alike. */
export interface CostSource {
  fields: Readonly<Record<string, readonly string[]>>;
  maps: Readonly<Record<string, string>>;
  tags: {
    /** The row has a tag with this key whose value fits. */
    named(key: string, fits: (value: string) => string): string;
    /** The row has some tag that fits. */
    some(fits: (key: string, value: string) => string): string;
    virtual: ReadonlyMap<string, string>;
  };
  provider: string;
  integration: string;
  load: string;
}

/** SQL of the charge type as a view shows it. */
export function chargeTypeSql(view: ChargeView): string {
  return view === 'billed' ? 'charge_type' : 'ifNull(amortized_charge_type, charge_type)';
}

/** What the filter compiler writes its conditions over; `resource_id` exists in the lines alone. */
export function costSource(
  view: ChargeView,
  virtualTags: ReadonlyMap<string, string> = new Map(),
): CostSource {
  return {
    provider: 'provider',
    integration: 'integration_token',
    load: 'load_id',
    maps: {},
    fields: {
      'costs.region': ['region'],
      'costs.account_id': ['account_id'],
      'costs.provider_account_id': ['provider_account_id'],
      'costs.resource_id': ['resource_id'],
      'costs.service': ['service_code', 'service'],
      'costs.category': ['cost_category'],
      'costs.subcategory': ['cost_subcategory'],
      'costs.charge_type': [chargeTypeSql(view)],
      'costs.marketplace': ['marketplace'],
    },
    tags: {
      named: (key, fits) => inTagSets(`tag_key = ${key} AND ${fits('tag_value')}`),
      some: (fits) => inTagSets(fits('tag_key', 'tag_value')),
      virtual: virtualTags,
    },
  };
}

/** Rows whose tag set has a tag like this. A set is looked up once, not once per row. */
export function inTagSets(condition: string): string {
  return `tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE ${condition})`;
}
