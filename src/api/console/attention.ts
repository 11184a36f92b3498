import { z } from 'zod';
import { AttentionItem, readAttention } from '../../domain/watch/attention/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { notFound } from '../../platform/lib/errors.js';

export const getAttention = operation({
  id: 'getAttention',
  tag: 'Console',
  method: 'GET',
  path: '/console/attention',
  summary: 'List what needs attention in a workspace today, the most urgent first',
  query: z.object({ workspace_token: z.string().optional(), ...pageQuery }),
  status: 200,
  errors: [400, 404],
  response: z
    .object({
      links: Links,
      total: z.int().describe('Items on all pages.'),
      attention: z.array(AttentionItem),
    })
    .meta({ id: 'Attention' }),
  run: async ({ query }, ctx) => {
    const page = pageOf(query, { default: 10, max: 1000 });
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const items = await readAttention(ctx, workspace);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, items.length),
      total: items.length,
      attention: items.slice(page.offset, page.offset + page.limit),
    };
  },
});
