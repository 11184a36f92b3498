import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { unprocessable } from '../../../platform/lib/errors.js';
import { date, filter, emptyValueRules, title } from '../../../platform/kernel/fields.js';
import { firstOfMonth } from '../../../platform/lib/days.js';
import { pick } from '../../../platform/lib/pick.js';
import { formatDate } from '../../../platform/lib/time.js';
import { resolveProvider } from '../providers/index.js';
import { checkFilter } from '../vql/index.js';
import type { StoredCollapsedKey } from './stored-values.js';
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
    error: 'cannot have both providers and filter',
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

/** Only here null clears a list: Terraform sends it when a block is removed. */
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

export type ConfigBody = z.output<typeof configBody>;
export type ConfigPatch = z.output<typeof configPatch>;

/** Checks a request body and converts it to columns; absent fields have none. */
export function columnsOf(body: ConfigPatch, { now }: Context): Record<string, unknown> {
  return {
    ...pick(body, ['key', 'overridable']),
    ...(body.backfill_until === undefined
      ? {}
      : { backfill_until: backfillDay(body.backfill_until, now) }),
    ...(body.collapsed_tag_keys === undefined
      ? {}
      : { collapsed_tag_keys: JSON.stringify(storedKeys(body.collapsed_tag_keys ?? [])) }),
  };
}

/** By default, values apply from the current month. */
function backfillDay(day: string | null, now: Date): string {
  const thisMonth = firstOfMonth(formatDate(now));
  if (day === null) return thisMonth;
  if (firstOfMonth(day) > thisMonth)
    throw unprocessable('backfill_until must not be after the current month');
  return day;
}

function storedKeys(list: NonNullable<ConfigPatch['collapsed_tag_keys']>): StoredCollapsedKey[] {
  return list.map((entry, index) => {
    const text = entry.filter ?? null;
    if (text !== null)
      checkFilter('virtual_tag_value', text, `collapsed_tag_keys[${index}].filter`);
    return { key: entry.key, providers: entry.providers ?? [], filter: text };
  });
}
