import { z } from 'zod';
import { requireTags, updateTags } from '../../domain/costs/tags/index.js';
import { token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import { Tags } from './tags.js';

const body = z
  .object({
    tag_key: token().optional(),
    tag_keys: z.array(z.string()).optional(),
    hidden: z.boolean().optional(),
    preferred: z.boolean().optional(),
  })
  .meta({ id: 'updateTag' });

export const updateTag = operation({
  id: 'updateTag',
  tag: 'Tags',
  method: 'PUT',
  path: '/v2/tags',
  summary: 'Update whether tags are hidden or preferred; rejected as a whole if any is unknown',
  body,
  status: 200,
  errors: [400, 403, 404, 422],
  role: 'integration_owner',
  // The keys are read from the cost store, which no transaction may wait for.
  ownTransaction: true,
  response: Tags,
  run: async ({ body: { tag_key, tag_keys, ...changes } }, ctx) => {
    const keys = [...new Set([tag_key ?? [], tag_keys ?? []].flat())];
    requireKeysAndChanges(keys, changes);
    const tags = await requireTags(ctx, keys);
    const { db } = ctx.services;
    return db
      .transaction()
      .execute(async (trx) => ({ tags: await updateTags({ ...ctx, db: trx }, tags, changes) }));
  },
});

function requireKeysAndChanges(
  keys: readonly string[],
  { hidden, preferred }: { hidden?: boolean; preferred?: boolean },
): void {
  const problems = [
    ...(keys.length === 0 ? ['tag_key or tag_keys is missing'] : []),
    ...(hidden === undefined && preferred === undefined ? ['hidden or preferred is missing'] : []),
  ];
  if (problems.length > 0) throw new ShapeFailure(problems);
}
