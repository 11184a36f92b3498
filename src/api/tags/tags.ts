import { z } from 'zod';
import {
  type KnownTag,
  readTags,
  readTagsByKey,
  readTagValues,
} from '../../domain/costs/known-values.js';
import { notFound } from '../../platform/lib/errors.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, uncountedLinks } from '../../platform/kernel/paging.js';
import { tagListQuery, tagScope, tagSearch, virtualTags } from './tag-list.js';
import { readTagSettings, type TagSettings } from './tag-settings.js';

const Tag = z
  .object({
    tag_key: z.string(),
    hidden: z.boolean().describe('Left out of the menus of the console.'),
    preferred: z.boolean().describe('Listed first in the menus of the console.'),
    providers: z.array(z.string()).describe('Providers with a cost that carries it.'),
  })
  .meta({ id: 'Tag' });

/** An update answers without links. */
export const Tags = z.object({ links: Links.optional(), tags: z.array(Tag) }).meta({ id: 'Tags' });

const TagValue = z
  .object({ tag_value: z.string(), providers: z.array(z.string()) })
  .meta({ id: 'TagValue' });

export const getTags = operation({
  id: 'getTags',
  tag: 'Tags',
  method: 'GET',
  path: '/v2/tags',
  summary: 'List the tag keys found on costs',
  query: tagListQuery,
  status: 200,
  errors: [403],
  role: 'integration_owner',
  response: Tags,
  run: async ({ query }, ctx) => {
    const { page, ...search } = tagSearch(query);
    const scope = await tagScope(ctx);
    const virtual = await virtualTags(ctx, scope);
    const found = await readTags(ctx.services.costs, scope, search, virtual);
    const shown = found.slice(0, page.limit);
    const settings = await readTagSettings(
      ctx,
      shown.map((tag) => tag.tag_key),
    );
    return {
      links: uncountedLinks(ctx.origin, ctx.url, page, found.length > page.limit),
      tags: shown.map((tag) => showTag(tag, settings)),
    };
  },
});

export const getTagValues = operation({
  id: 'getTagValues',
  tag: 'Tags',
  method: 'GET',
  path: '/v2/tags/{key}/values',
  summary: 'List the values of a tag',
  params: z.object({ key: z.string() }),
  query: tagListQuery,
  status: 200,
  errors: [403, 404],
  role: 'integration_owner',
  response: z.object({ links: Links, tag_values: z.array(TagValue) }).meta({ id: 'TagValues' }),
  run: async ({ params: { key }, query }, ctx) => {
    const { page, ...search } = tagSearch(query);
    const { costs } = ctx.services;
    const scope = await tagScope(ctx);
    const virtual = await virtualTags(ctx, scope, key);
    const found = await readTagValues(costs, scope, key, search, virtual);
    if (found.length === 0 && virtual.length === 0) {
      const named = await readTagsByKey(costs, scope, [key]);
      if (named.length === 0) throw notFound('Tag');
    }
    return {
      links: uncountedLinks(ctx.origin, ctx.url, page, found.length > page.limit),
      tag_values: found.slice(0, page.limit),
    };
  },
});

/** A tag nobody has set anything for is neither hidden nor preferred. */
export function showTag(
  { tag_key, providers }: KnownTag,
  settings: ReadonlyMap<string, TagSettings>,
): z.input<typeof Tag> {
  const { hidden, preferred } = settings.get(tag_key) ?? { hidden: false, preferred: false };
  return { tag_key, hidden, preferred, providers };
}
