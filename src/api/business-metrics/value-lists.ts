import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { DomainFailure } from '../../platform/lib/errors.js';
import { openApiSchemas } from '../../platform/kernel/fields.js';
import type { Row } from '../../platform/kernel/rows.js';
import { recordValues } from './record-values.js';
import {
  parseAmount,
  maxLabelLength,
  parseValueDate,
} from '../../domain/business-metrics/parse-value.js';
import {
  inBatches,
  type NewValue,
  writeValues,
} from '../../domain/business-metrics/write-values.js';

const given = z.object({
  date: z.string().transform((text, check) => {
    const moment = parseValueDate(text);
    if (moment !== undefined) return moment;
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
    .max(maxLabelLength)
    .nullish()
    .transform((label) => label ?? ''),
});

// Read as it stands, because a null amount says something that an absent one does not.
const value = z
  .preprocess((item) => item, given)
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

/** Values in a body: they replace those of the same date and label. */
export const valueList = () => z.array(value);

export type ValueList = z.output<ReturnType<typeof valueList>>;

/** Stores the values of a body, or refuses them all. */
export async function storeList(
  ctx: Context,
  metric: Row<'business_metrics'>,
  field: 'values' | 'forecasted_values',
  list: ValueList | undefined,
): Promise<void> {
  if (!list || list.length === 0) return;
  const values = list.map(({ date, amount, label }, position): NewValue => ({
    position,
    at: date,
    label,
    amount,
  }));
  await recordValues(ctx, metric, field === 'forecasted_values', async (store) => {
    const { count, duplicates } = await writeValues(ctx.db, store, inBatches(values));
    if (duplicates.length > 0) {
      const text = 'has the date and label of an earlier value';
      throw new DomainFailure(duplicates.slice(0, 25).map((index) => `${field}[${index}] ${text}`));
    }
    return { written: count, result: undefined };
  });
}
