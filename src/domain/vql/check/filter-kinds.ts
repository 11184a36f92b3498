/** The kind of filter a text is read as: it fixes the fields and a few rules. */
export type Kind = keyof typeof kinds;

/** Kinds of one family share their fields. */
export type Family =
  | 'costs'
  | 'resources'
  | 'financial_commitments'
  | 'kubernetes'
  | 'network_flow_logs';

interface KindRules {
  family: Family;
  /** Formatting slips are repaired before the text is checked. */
  corrected?: true;
  /** A blank text is an error instead of "no filter". */
  required?: true;
  /** Costs are handed out whole, so a share other than 1 makes no sense. */
  wholeCosts?: true;
}

export const kinds = {
  cost_report: { family: 'costs' },
  costs_query: { family: 'costs' },
  saved_filter: { family: 'costs' },
  segment: { family: 'costs', wholeCosts: true },
  virtual_tag_value: { family: 'costs', wholeCosts: true, required: true },
  cost_export: { family: 'costs', corrected: true },
  resource_report: { family: 'resources' },
  financial_commitment_report: { family: 'financial_commitments' },
  kubernetes_efficiency_report: { family: 'kubernetes' },
  kubernetes_efficiency_export: { family: 'kubernetes', corrected: true },
  network_flow_report: { family: 'network_flow_logs' },
} as const satisfies Record<string, KindRules>;

export function rulesOf(kind: Kind): KindRules {
  return kinds[kind];
}
