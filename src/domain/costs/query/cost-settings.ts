// No imports: the console uses these defaults too.

/** What a cost query can measure. */
export const costMeasures = ['cost', 'usage', 'count'] as const;
export type CostMeasure = (typeof costMeasures)[number];

/** Defaults of the report settings that decide which charges count, under their API names. */
export const defaultChargeSettings = {
  include_credits: false,
  include_refunds: false,
  include_discounts: true,
  include_tax: true,
  amortize: true,
};

/** Defaults of all settings of a cost report, under their API names. */
export const defaultReportSettings = {
  ...defaultChargeSettings,
  unallocated: false,
  aggregate_by: 'cost' as CostMeasure,
  show_previous_period: true,
  complete_period: false,
};
export type ReportSettings = typeof defaultReportSettings;

/** The settings that a cost query depends on. */
export interface CostSettings {
  amortize: boolean;
  includeCredits: boolean;
  includeRefunds: boolean;
  includeDiscounts: boolean;
  includeTax: boolean;
  aggregateBy: CostMeasure;
}

/** The cost settings among report settings; a setting that is absent takes its default. */
export function toCostSettings(settings: {
  [Name in keyof ReportSettings]?: ReportSettings[Name] | undefined;
}): CostSettings {
  const defaults = defaultReportSettings;
  return {
    amortize: settings.amortize ?? defaults.amortize,
    includeCredits: settings.include_credits ?? defaults.include_credits,
    includeRefunds: settings.include_refunds ?? defaults.include_refunds,
    includeDiscounts: settings.include_discounts ?? defaults.include_discounts,
    includeTax: settings.include_tax ?? defaults.include_tax,
    aggregateBy: settings.aggregate_by ?? defaults.aggregate_by,
  };
}

export const defaultCostSettings = toCostSettings({});

/** Counts every kind of charge, amortized. */
export const allChargesSettings: CostSettings = {
  amortize: true,
  includeCredits: true,
  includeRefunds: true,
  includeDiscounts: true,
  includeTax: true,
  aggregateBy: 'cost',
};
