import { z } from 'zod';
import {
  maxLabelLength,
  parseAmount,
  parseValueDate,
} from '../../domain/reports/business-metrics/index.js';
import { openApiSchemas } from '../../platform/kernel/fields.js';
import { isLongerThan } from '../../platform/lib/characters.js';

const fields = z.object({
  date: z.string().transform((text, check) => {
    const date = parseValueDate(text);
    if (date !== undefined) return date;
    check.addIssue({ code: 'custom', message: 'is invalid' });
    return z.NEVER;
  }),
  amount: z
    .union([z.number(), z.string()])
    .transform((value, check) => {
      const amount = parseAmount(String(value).trim());
      if (amount !== undefined) return amount;
      check.addIssue({ code: 'custom', message: 'must be a number' });
      return z.NEVER;
    })
    .nullable(),
  label: z
    .string()
    .refine((label) => !isLongerThan(label, maxLabelLength), {
      error: 'does not have a valid value',
    })
    .nullish()
    .transform((label) => label ?? ''),
});

// `preprocess` keeps null as sent: a null amount deletes a value, an absent one is an error.
const value = z
  .preprocess((item) => item, fields)
  .register(openApiSchemas, {
    type: 'object',
    properties: {
      date: { type: 'string', format: 'date-time' },
      amount: {
        type: 'number',
        format: 'double',
        nullable: true,
        description: 'null deletes the value.',
      },
      label: { type: 'string', nullable: true, 'x-nullable': true },
    },
    required: ['date', 'amount'],
  });

/** Values in a request body; they replace values with the same date and label. */
export const valueList = () => z.array(value);
