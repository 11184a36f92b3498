import { z } from 'zod';
import {
  type CostPlan,
  type CostChanges as Changes,
  type CostDifference,
  type Driver,
} from '../../domain/costs/query/index.js';
import { Links } from '../../platform/kernel/paging.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { daysIn } from '../../platform/lib/days.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { PartialTags } from './partial-tags.js';
import { CostPartial } from './serialize-costs.js';
import { groupFields, serializeGroup } from './serialize-group.js';
import { percentOf } from './series-changes.js';

const differenceFields = {
  before: z.string(),
  after: z.string(),
  difference: z.string().describe('After minus before.'),
  percent: z
    .string()
    .nullable()
    .describe(
      'Difference in percent, with two decimal places; null if there were no costs before.',
    ),
};

const kind = z
  .enum(['new', 'gone', 'changed'])
  .describe('Whether there are costs only after, only before, or in both periods.');

const CostChangePeriod = z
  .object({
    start_date: z.string(),
    end_date: z.string().describe('Last complete day that is compared.'),
    days: z.int(),
    days_with_data: z.int().describe('Days that costs have been imported for.'),
    amount: z.string().describe('Cost of the days with data; their average if per_day is set.'),
  })
  .meta({ id: 'CostChangePeriod' });

const CostDriver = z
  .object({
    ...groupFields,
    kind,
    ...differenceFields,
    usage: z
      .object({ unit: z.string(), before: z.string(), after: z.string() })
      .nullable()
      .describe('Null unless all usage of both periods is known and in one unit.'),
    usage_effect: z
      .string()
      .nullable()
      .describe('Part of the difference that follows from usage: its change at the rate before.'),
    price_effect: z
      .string()
      .nullable()
      .describe('Rest of the difference: the change of the effective rate.'),
    split: z
      .object({
        by: z.enum(['group', 'category', 'resource']).describe('The finest parts that were split.'),
        usage_effect: z.string(),
        price_effect: z.string(),
        unsplit: z
          .string()
          .describe('Difference of parts that are new, gone, or have no usage in one unit.'),
      })
      .nullable()
      .describe(
        'The same effects, added up over categories and resources where the whole driver has no single unit; null where no part of it has.',
      ),
  })
  .meta({ id: 'CostDriver' });

const OneTimeCharge = z
  .object({ charge_type: z.string(), kind, ...differenceFields })
  .meta({ id: 'OneTimeCharge' });

export const CostChanges = z
  .object({
    links: Links,
    currency: z.string(),
    complete_through: z.string().nullable(),
    per_day: z.boolean().describe('Whether all amounts and usage are averages per day.'),
    before: CostChangePeriod.nullable().describe('Null if no day of the range is complete.'),
    after: CostChangePeriod.nullable(),
    difference: z
      .string()
      .nullable()
      .describe('Null, like all parts of it, if costs of some days have not been imported.'),
    percent: differenceFields.percent,
    driver_count: z.int().describe('Number of drivers on all pages.'),
    drivers: z
      .array(CostDriver)
      .describe('Groups of this page without one-time charges, the largest change first.'),
    other: z
      .object({ driver_count: z.int(), ...differenceFields })
      .nullable()
      .describe('All drivers that are not on this page.'),
    one_time: z
      .object({ ...differenceFields, charges: z.array(OneTimeCharge) })
      .nullable()
      .describe(
        'Taxes, credits, refunds, and fees that are neither amortized nor billed in the month before or after as well, by charge type.',
      ),
    partial_tags: PartialTags,
    unconverted_costs: z
      .object({ before: z.array(CostPartial), after: z.array(CostPartial) })
      .optional()
      .describe('Costs in currencies without an exchange rate; not included in any amount.'),
  })
  .meta({ id: 'CostChanges' });

export const serializePeriod = (period: DateRange, daysWithData: number, amount: string) => ({
  start_date: period.start,
  end_date: period.end,
  days: daysIn(period),
  days_with_data: daysWithData,
  amount: formatDecimal(amount),
});

/** The part of a response that explains the difference. */
export function serializeChanges(
  plan: CostPlan,
  { whole, driverCount, drivers, oneTime, other }: Changes,
) {
  const { difference, percent } = serializeDifference(whole);
  return {
    ...notComparable,
    difference,
    percent,
    driver_count: driverCount,
    drivers: drivers.map((driver) => serializeDriver(driver, plan)),
    other: { driver_count: driverCount - drivers.length, ...serializeDifference(other) },
    one_time: {
      ...serializeDifference(oneTime),
      charges: oneTime.charges.map(({ chargeType, kind: chargeKind, ...change }) => ({
        charge_type: chargeType,
        kind: chargeKind,
        ...serializeDifference(change),
      })),
    },
  };
}

/** The same part where the periods cannot be compared. */
export const notComparable = {
  before: null,
  after: null,
  difference: null,
  percent: null,
  driver_count: 0,
  drivers: [],
  other: null,
  one_time: null,
};

const serializeDifference = ({ before, after, difference }: CostDifference) => ({
  before: formatDecimal(before),
  after: formatDecimal(after),
  difference: formatDecimal(difference),
  percent: percentOf(difference, before),
});

const serializeDriver = (
  { row, kind: driverKind, usage, split, ...change }: Driver,
  plan: CostPlan,
) => ({
  ...serializeGroup(row, plan),
  kind: driverKind,
  ...serializeDifference(change),
  usage: usage && {
    unit: usage.unit,
    before: formatDecimal(usage.before),
    after: formatDecimal(usage.after),
  },
  usage_effect: usage && formatDecimal(usage.usageEffect),
  price_effect: usage && formatDecimal(usage.priceEffect),
  split: split && {
    by: split.by,
    usage_effect: formatDecimal(split.usageEffect),
    price_effect: formatDecimal(split.priceEffect),
    unsplit: formatDecimal(split.unsplit),
  },
});
