import { z } from 'zod';
import { readTags, readTagsByKey, readTagValues } from '../../domain/costs/query/index.js';
import {
  readTagScope,
  readVirtualTagsIn,
  serializeTag,
  Tag,
  readTagSettings,
} from '../../domain/costs/tags/index.js';
import { notFound } from '../../platform/lib/errors.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, uncountedLinks } from '../../platform/kernel/paging.js';
import { tagListQuery, tagSearch } from './tag-list.js';

/** The response of an update has no links. */
export const Tags = z.object({ links: Links.optional(), tags: z.array(Tag) }).meta({ id: 'Tags' });

const TagValue = z
  .object({ tag_value: z.string(), providers: z.array(z.string()) })
  .meta({ id: 'TagValue' });

export const getTags = operation({
  id: 'getTags',
  tag: 'Tags',
  method: 'GET',
  path: '/v2/tags',
  summary: 'List the tags of costs',
  query: tagListQuery,
  status: 200,
  errors: [403],
  role: 'integration_owner',
  response: Tags,
  run: async ({ query }, ctx) => {
    const { page, ...search } = tagSearch(query);
    const scope = await readTagScope(ctx);
    const virtual = await readVirtualTagsIn(ctx, scope);
    const found = await readTags(ctx.services.costs, scope, search, virtual);
    const listed = found.slice(0, page.limit);
    const settings = await readTagSettings(
      ctx,
      listed.map((tag) => tag.tag_key),
    );
    return {
      links: uncountedLinks(ctx.origin, ctx.url, page, found.length > page.limit),
      tags: listed.map((tag) => serializeTag(tag, settings)),
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
    const scope = await readTagScope(ctx);
    const virtual = await readVirtualTagsIn(ctx, scope, key);
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
