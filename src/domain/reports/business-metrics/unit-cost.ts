import { Decimal } from '../../../platform/lib/decimal.js';
import type { UnitScale } from '../../../platform/store/tables.js';
import type { AttachedMetric } from './read-attached-metrics.js';

const scales: Readonly<Record<UnitScale, number>> = {
  per_unit: 1,
  per_hundred: 100,
  per_thousand: 1000,
  per_million: 1_000_000,
  per_billion: 1_000_000_000,
};

/** The number of units that a unit cost is for. */
export const scaleOf = ({ unit_scale: scale }: Pick<AttachedMetric, 'unit_scale'>): number =>
  scales[scale];

export interface CostTotals {
  cost: string;
  usage: string;
}

const decimalPlaces = 12;

/** Cost or usage per unit, or the gross margin in percent. A cost of 1200 for 600,000 units is 2 per thousand. */
export function unitCost(metric: AttachedMetric, amount: string, totals: CostTotals): string {
  const perUnit = (total: string) => round(new Decimal(total).times(scaleOf(metric)).div(amount));
  switch (metric.calculation_type) {
    case 'unit_cost':
      return perUnit(totals.cost);
    case 'usage_unit_cost':
      return perUnit(totals.usage);
    case 'gross_margin':
      return round(new Decimal(amount).minus(totals.cost).times(100).div(amount));
    case 'raw_business_metric':
      return amount;
  }
}

const round = (quotient: Decimal) => quotient.toDecimalPlaces(decimalPlaces).toFixed();
