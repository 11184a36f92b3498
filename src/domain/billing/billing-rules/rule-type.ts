/** In the order in which the console offers them. */
export const ruleTypes = ['exclusion', 'adjustment', 'credit', 'charge', 'custom'] as const;
export type RuleType = (typeof ruleTypes)[number];

/** The type as written in any letter case; undefined if there is none of that name. */
export function ruleTypeOf(written: string): RuleType | undefined {
  return ruleTypes.find((type) => type === written.toLowerCase());
}

/** Fields of a rule that not every type has. */
export const specificFields = [
  'charge_type',
  'percentage',
  'service',
  'category',
  'sub_category',
  'amount',
  'sql_query',
] as const;
type SpecificField = (typeof specificFields)[number];

interface TypeFields {
  needed: readonly (SpecificField | 'start_date')[];
  optional?: readonly SpecificField[];
}

const monthlyRow = ['start_date', 'service', 'category', 'sub_category', 'amount'] as const;

/** Which fields a type needs and has; those of other types are ignored. */
export const fieldsOf: Readonly<Record<RuleType, TypeFields>> = {
  exclusion: { needed: ['charge_type'] },
  adjustment: { needed: ['percentage'], optional: ['service', 'category'] },
  credit: { needed: monthlyRow },
  charge: { needed: monthlyRow },
  custom: { needed: ['sql_query'] },
};
