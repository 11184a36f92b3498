import { z } from 'zod';
import { readScope, readTags } from '../../domain/costs/query/index.js';
import { readTagSettings, readVirtualTagsIn } from '../../domain/costs/tags/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { operation, Reply } from '../../platform/kernel/operation.js';
import { pageQuery } from '../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { notFound } from '../../platform/lib/errors.js';
import { CostSeries, readCostSeries } from './cost-series.js';

/** Tag keys that usually hold the team, the most likely first. */
const teamKeyPatterns = [
  /^team$/i,
  /^squad$/i,
  /^owner$/i,
  /^department$/i,
  /^cost[-_ ]?cent(er|re)$/i,
];

const maxKeys = 1000;

export const getTeamCosts = operation({
  id: 'getTeamCosts',
  tag: 'Console',
  method: 'GET',
  path: '/console/costs/teams',
  summary: 'Read all costs of a workspace by the tag that most likely holds the team',
  query: z.object({
    workspace_token: z.string().optional(),
    start_date: queryDate().optional().describe('First day; by default of this month.'),
    end_date: queryDate().optional(),
    ...pageQuery,
  }),
  status: 200,
  errors: [400, 402, 404],
  response: CostSeries.extend({
    tag_key: z.string().describe('Key of the tag that costs are grouped by.'),
  }).meta({ id: 'TeamCosts' }),
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const key = teamKeyOf(await readTagKeys(ctx, workspace));
    const { body, headers } = await readCostSeries(ctx, {
      ...query,
      all_costs: true,
      groupings: [`tag:${key}`],
      date_bin: 'month',
    });
    return new Reply({ ...body, tag_key: key }, { headers });
  },
});

/** The keys of tags that are not hidden, preferred ones first. */
async function readTagKeys(ctx: Context, workspace: string): Promise<string[]> {
  const scope = await readScope(ctx.db, [workspace]);
  const virtual = await readVirtualTagsIn(ctx, scope);
  const page = { providers: [], text: undefined, descending: false, limit: maxKeys, offset: 0 };
  const tags = await readTags(ctx.services.costs, scope, page, virtual);
  const keys = tags.map(({ tag_key: key }) => key);
  const settings = await readTagSettings(ctx, keys);
  const isPreferred = (key: string) => settings.get(key)?.preferred ?? false;
  return keys
    .filter((key) => !settings.get(key)?.hidden)
    .toSorted((one, other) => Number(isPreferred(other)) - Number(isPreferred(one)));
}

const teamKeyOf = (keys: readonly string[]): string =>
  teamKeyPatterns.flatMap((pattern) => keys.find((key) => pattern.test(key)) ?? [])[0] ??
  keys[0] ??
  'team';
