import { sql } from 'kysely';
import { z } from 'zod';
import { type KnownTag, readTagsByKey } from '../../domain/costs/known-values.js';
import { recordChange } from '../../platform/kernel/audit.js';
import type { Context } from '../../platform/kernel/context.js';
import { ApiError, ShapeFailure, unprocessable } from '../../platform/lib/errors.js';
import { token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { tagScope } from './tag-list.js';
import { lockTagSettings, type TagSettings, writeTagSettings } from './tag-settings.js';
import { showTag, Tags } from './tags.js';

const body = z
  .object({
    tag_key: token().optional(),
    tag_keys: z.array(z.string()).optional(),
    hidden: z.boolean().optional(),
    preferred: z.boolean().optional(),
  })
  .meta({ id: 'updateTag' });

type Wanted = z.output<typeof body>;

export const updateTag = operation({
  id: 'updateTag',
  tag: 'Tags',
  method: 'PUT',
  path: '/v2/tags',
  summary: 'Hide tags or prefer them; all of those named, or none',
  body,
  status: 200,
  errors: [400, 403, 404, 422],
  role: 'integration_owner',
  // The keys are looked up in the cost store, which no transaction may wait for.
  ownTransaction: true,
  response: Tags,
  run: async ({ body: wanted }, ctx) => {
    const tags = await readNamed(ctx, keysOf(wanted));
    return ctx.services.db.transaction().execute((db) => change({ ...ctx, db }, tags, wanted));
  },
});

function keysOf({ tag_key, tag_keys = [], hidden, preferred }: Wanted): string[] {
  const keys = [...new Set([...(tag_key === undefined ? [] : [tag_key]), ...tag_keys])];
  const problems = [
    ...(keys.length === 0 ? ['tag_key is missing, or tag_keys in its place'] : []),
    ...(hidden === undefined && preferred === undefined
      ? ['hidden is missing, or preferred in its place']
      : []),
  ];
  if (problems.length > 0) throw new ShapeFailure(problems);
  return keys;
}

/** The tags in the order named; one that no cost carries and no virtual tag gives refuses all. */
async function readNamed(ctx: Context, keys: readonly string[]): Promise<KnownTag[]> {
  const found = await readTagsByKey(ctx.services.costs, await tagScope(ctx), keys);
  const virtual = await readVirtualKeys(ctx, keys);
  // A virtual tag may be on no cost at all.
  const known: KnownTag[] = [...virtual.map((key) => ({ tag_key: key, providers: [] })), ...found];
  const byKey = new Map(known.map((tag) => [tag.tag_key, tag]));
  return keys.map((key) => {
    const tag = byKey.get(key);
    if (!tag) throw new ApiError(404, [`Tag not found: ${key}`]);
    return tag;
  });
}

async function readVirtualKeys(ctx: Context, keys: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('virtual_tag_configs')
    .select('key')
    .where('account_token', '=', ctx.actor.accountToken)
    .where('key', '=', sql<string>`any(${[...keys]})`)
    .execute();
  return rows.map(({ key }) => key);
}

async function change(ctx: Context, tags: readonly KnownTag[], wanted: Wanted) {
  const before = await lockTagSettings(
    ctx,
    tags.map((tag) => tag.tag_key),
  );
  const after = new Map([...before].map(([key, stored]) => [key, merge(key, stored, wanted)]));
  for (const tag of tags) {
    await writeTagSettings(ctx, tag.tag_key, after.get(tag.tag_key)!);
    await recordChange(ctx, {
      type: 'Tag',
      token: tag.tag_key,
      title: tag.tag_key,
      before: showTag(tag, before),
      after: showTag(tag, after),
    });
  }
  return { tags: tags.map((tag) => showTag(tag, after)) };
}

function merge(key: string, stored: TagSettings, wanted: Wanted): TagSettings {
  const { hidden = stored.hidden, preferred = stored.preferred } = wanted;
  if (hidden && preferred) throw unprocessable(`${key} cannot be both hidden and preferred`);
  return { hidden, preferred };
}
