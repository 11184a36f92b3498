import { z } from 'zod';
import { choice, emptyValueRules, openApiSchemas, tokens } from '../../platform/kernel/fields.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import type { CostAlertInterval, CostAlertUnit } from '../../platform/store/tables.js';

/** Far above any bill; larger numbers would lose their last digits on the way. */
const maxAmount = 1e15;
const number = { type: 'number', format: 'float' };

export const channels = () => z.array(z.string().min(1).max(255)).max(100);

/** What an alert tests; a backtest takes the same. */
export const settingFields = {
  interval: choice(['day', 'week', 'month', 'quarter']).describe('Weeks begin on Sunday.'),
  threshold: z
    .number()
    .positive()
    .max(maxAmount)
    .register(openApiSchemas, number)
    .describe('A percentage, or an amount in the currency of the workspace.'),
  unit_type: choice(['currency', 'percentage']),
  report_tokens: tokens()
    .min(1)
    .max(10)
    .refine((list) => new Set(list).size === list.length, { error: 'has duplicates' })
    .describe('1 to 10 cost reports; required on update too.'),
  minimum_threshold: z
    .number()
    .min(0)
    .max(maxAmount)
    .nullable()
    .optional()
    .register(emptyValueRules, { null: 'clears' })
    .register(openApiSchemas, number)
    .describe('Smallest change in money that a percentage counts from.'),
};

interface Threshold {
  interval: CostAlertInterval;
  unit_type: CostAlertUnit;
  threshold: string | number;
  minimum_threshold: string | number | null;
}

export interface CostAlertSettings extends Threshold {
  report_tokens: readonly string[];
}

/** The settings after a request; an alert on amounts has no minimum. */
export function resolveThreshold(
  body: Partial<Threshold>,
  current: Threshold | undefined,
): Threshold {
  const { interval, unit_type, threshold } = { ...current, ...body };
  const isPercentage = unit_type === 'percentage';
  if (!isPercentage && (body.minimum_threshold ?? null) !== null) {
    throw new ShapeFailure(['minimum_threshold requires the unit_type percentage']);
  }
  const minimum =
    body.minimum_threshold === undefined ? current?.minimum_threshold : body.minimum_threshold;
  return {
    interval: interval!,
    unit_type: unit_type!,
    threshold: threshold!,
    minimum_threshold: isPercentage ? (minimum ?? null) : null,
  };
}
