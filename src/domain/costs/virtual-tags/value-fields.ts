import { Decimal } from '../../../platform/lib/decimal.js';
import { z } from 'zod';
import { date, emptyValueRules, text, title, token } from '../../../platform/kernel/fields.js';
import type { LabelTransform } from './virtual-tag.js';

const domain = { domain: true };

const nameCharacters = /^[\p{L}\p{M}\p{Nd} _\-&+,.:/\\@]*$/u;

const name = () =>
  title()
    .refine((value) => nameCharacters.test(value), {
      error: 'may only contain letters, digits, spaces and _ - & + , . : / \\ @',
      params: domain,
    })
    .register(emptyValueRules, { blank: 'absent' });

/** Name of an allocation for display; null and "" clear it. */
const displayName = () =>
  text(255).nullable().register(emptyValueRules, { blank: 'clears', null: 'clears' });

/** Some clients send the fields of both types and leave those of the other one empty. */
const labelTransform = z
  .object({
    type: z.enum(['split', 'format']),
    delimiter: z.string().optional(),
    index: z.int32().optional(),
    template: z.string().optional(),
  })
  .superRefine(({ type, delimiter, index, template }, context) => {
    const problem = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (type === 'split') {
      if (!delimiter) problem('delimiter', 'is missing');
      if (index === undefined) problem('index', 'is missing');
      else if (index < 0) problem('index', 'does not have a valid value');
    } else if (!template) problem('template', 'is missing');
    else if (!template.includes('{0}')) problem('template', 'must contain {0}');
  })
  .transform(({ type, delimiter = '', index = 0, template = '' }): LabelTransform =>
    type === 'split' ? { type, delimiter, index } : { type, template },
  );

const percentage = z.object({
  value: title(),
  pct: z.number().refine((pct) => pct > 0 && pct <= 100, {
    error: 'must be above 0 and at most 100',
    params: domain,
  }),
});

/** Rounding tolerance for a sum of 100. */
const tolerance = '0.05';

const percentages = z
  .array(percentage)
  .refine((list) => new Set(list.map(({ value }) => value)).size === list.length, {
    error: 'have duplicate values',
    params: domain,
  })
  .refine((list) => sumOf(list).lte(new Decimal(100).plus(tolerance)), {
    error: 'add up to more than 100',
    params: domain,
  });

function sumOf(list: readonly { pct: number }[]): Decimal {
  return list.reduce((sum, { pct }) => sum.plus(pct), new Decimal(0));
}

const dateRange = z
  .object({ start_date: date().nullish(), end_date: date().nullish() })
  .refine(({ start_date, end_date }) => Boolean(start_date ?? end_date), {
    error: 'must have start_date or end_date',
    params: domain,
  })
  .refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    error: 'must not end before it starts',
    params: domain,
  })
  .transform(({ start_date = null, end_date = null }) => ({ start_date, end_date }));

/** The fields of a value in a request body; `valueBody` checks their combination. */
export const valueFields = {
  filter: z.string().describe('VQL filter of the costs that get the value.'),
  name: name().optional(),
  business_metric_token: token().optional(),
  label_key: token()
    .optional()
    .describe('Label key, for business metrics with several labels per value.'),
  label_values: z.array(z.string()).optional(),
  display_name: displayName().optional(),
  percentages_display_name: displayName().optional(),
  label_transforms: z.array(labelTransform).optional(),
  cost_metric: z.object({ filter: z.string(), aggregation: z.object({ tag: token() }) }).optional(),
  percentages: percentages.optional(),
  date_ranges: z.array(dateRange).optional(),
};
