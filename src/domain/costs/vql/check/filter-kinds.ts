/** What a filter is for. The kind decides which fields and rules apply. */
export type FilterKind = keyof typeof filterKinds;

/** Kinds of one family have the same fields. */
export type FilterFamily =
  | 'costs'
  | 'resources'
  | 'financial_commitments'
  | 'kubernetes'
  | 'network_flow_logs';

interface KindRules {
  family: FilterFamily;
  /** Formatting mistakes are corrected before the text is checked. */
  correctsFormatting?: true;
  /** A blank text is an error instead of "no filter". */
  required?: true;
  /** Each cost is assigned as a whole, so `costs.allocation` may only be 1. */
  assignsWholeCosts?: true;
}

export const filterKinds = {
  cost_report: { family: 'costs' },
  costs_query: { family: 'costs' },
  saved_filter: { family: 'costs' },
  segment: { family: 'costs', assignsWholeCosts: true },
  virtual_tag_value: { family: 'costs', assignsWholeCosts: true, required: true },
  cost_export: { family: 'costs', correctsFormatting: true },
  resource_report: { family: 'resources' },
  financial_commitment_report: { family: 'financial_commitments' },
  kubernetes_efficiency_report: { family: 'kubernetes' },
  kubernetes_efficiency_export: { family: 'kubernetes', correctsFormatting: true },
  network_flow_report: { family: 'network_flow_logs' },
} as const satisfies Record<string, KindRules>;

/** The rules of a kind. */
export function rulesOf(kind: FilterKind): KindRules {
  return filterKinds[kind];
}
