import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { unprocessable } from '../../platform/lib/errors.js';
import { date, filter, emptyValueRules, title } from '../../platform/kernel/fields.js';
import { firstOfMonth } from '../../platform/lib/days.js';
import { pick } from '../../platform/lib/pick.js';
import { formatDate } from '../../platform/lib/time.js';
import { resolveProvider } from '../../domain/providers/resolve-provider.js';
import { checkFilter } from '../../domain/vql/index.js';
import type { StoredCollapsedKey } from '../../domain/virtual-tags/stored-values.js';
import { valueBody } from './value-body.js';

const collapsedTagKey = z
  .object({
    key: title(),
    providers: z
      .array(
        z.string().refine((key) => resolveProvider(key) !== null, {
          error: 'does not have a valid value',
        }),
      )
      .optional()
      .describe('Empty for all.'),
    filter: filter().optional(),
  })
  .refine((entry) => !entry.providers?.length || !entry.filter, {
    error: 'takes providers or filter, not both',
  });

const key = title();
const overridable = z.boolean();
const collapsedTagKeys = z.array(collapsedTagKey);
const values = z.array(valueBody);

export const configBody = z.object({
  key,
  overridable,
  backfill_until: date().optional(),
  collapsed_tag_keys: collapsedTagKeys.optional(),
  values: values.optional(),
});

/** The one place where a null list clears: Terraform sends it when a block is taken out. */
const clearable = { null: 'clears' } as const;

export const configPatch = z.object({
  key: key.optional(),
  overridable: overridable.optional(),
  backfill_until: date()
    .nullable()
    .register(emptyValueRules, { blank: 'absent', ...clearable })
    .optional(),
  collapsed_tag_keys: collapsedTagKeys.nullable().register(emptyValueRules, clearable).optional(),
  values: values.nullable().register(emptyValueRules, clearable).optional(),
});

export type ConfigPatch = z.output<typeof configPatch>;

/** Checks a body and turns it into columns; what it leaves out stays out. */
export function columnsOf(body: ConfigPatch, { now }: Context): Record<string, unknown> {
  return {
    ...pick(body, ['key', 'overridable']),
    ...(body.backfill_until === undefined
      ? {}
      : { backfill_until: backfillFrom(body.backfill_until, now) }),
    ...(body.collapsed_tag_keys === undefined
      ? {}
      : { collapsed_tag_keys: JSON.stringify(collapsed(body.collapsed_tag_keys ?? [])) }),
  };
}

/** Without a day of their own, the rules hold from this month on. */
function backfillFrom(day: string | null, now: Date): string {
  const thisMonth = firstOfMonth(formatDate(now));
  if (day === null) return thisMonth;
  if (firstOfMonth(day) > thisMonth) throw unprocessable('backfill_until lies in a later month');
  return day;
}

function collapsed(list: NonNullable<ConfigPatch['collapsed_tag_keys']>): StoredCollapsedKey[] {
  return list.map((entry, index) => {
    const text = entry.filter ?? null;
    if (text !== null)
      checkFilter('virtual_tag_value', text, `collapsed_tag_keys[${index}].filter`);
    return { key: entry.key, providers: entry.providers ?? [], filter: text };
  });
}
