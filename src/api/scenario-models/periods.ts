import { z } from 'zod';
import { choice, date, openApiSchemas } from '../../platform/kernel/fields.js';
import { amountTypes } from '../../domain/reports/scenario-models/index.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';

const decimalPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const maxCharacters = 40;

/** A number or a numeric string, converted to a plain decimal string. */
const amount = z
  .union([z.number(), z.string()])
  .refine((value) => decimalPattern.test(String(value)), { error: 'is invalid' })
  .transform((value) => formatDecimal(new Decimal(value).toFixed()))
  .refine((text) => text.length <= maxCharacters, {
    error: `must be at most ${maxCharacters} characters`,
  })
  .register(openApiSchemas, { type: 'number', format: 'double' });

/** The periods of a scenario model in a request body. */
export const periodsBody = z.array(
  z
    .object({
      start_at: date(),
      end_at: date().nullable().optional(),
      amount,
      amount_type: choice(amountTypes),
    })
    .refine(({ start_at, end_at }) => !end_at || end_at >= start_at, {
      error: 'end_at must not be before start_at',
    }),
);
