import { z } from 'zod';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { factsOf } from '../../domain/vql/index.js';
import type { VirtualTag } from '../../domain/virtual-tags/virtual-tag.js';
import { readVirtualTags } from '../../domain/virtual-tags/read-virtual-tags.js';
import { readConnectedProviders } from '../../domain/costs/connected-providers.js';
import { configRows } from './config-rows.js';

const VirtualTagConfigStatus = z
  .object({
    token: z.string(),
    processing: z.boolean(),
    providers: z.array(
      z
        .object({ provider: z.string(), status: z.string() })
        .meta({ id: 'VirtualTagConfigProviderStatus' }),
    ),
  })
  .meta({ id: 'VirtualTagConfigStatus' });

/** Values are worked out when costs are read, so that no provider is ever behind. */
export const getVirtualTagConfigStatus = operation({
  id: 'getVirtualTagConfigStatus',
  tag: 'VirtualTags',
  method: 'GET',
  path: '/v2/virtual_tag_configs/{token}/status',
  summary: 'Tell for which providers a virtual tag is worked out',
  params: z.object({ token: z.string() }),
  status: 200,
  otherResponses: { 202: 'Never sent: a change is there at once.' },
  errors: [404],
  response: VirtualTagConfigStatus,
  run: async (input, ctx) => {
    const { token, account_token } = await configRows.load(ctx, input.params.token);
    const configs = await readVirtualTags(ctx.db, account_token);
    const config = configs.find((each) => each.token === token);
    const providers = config?.values.length ? await affectedProviders(config, ctx) : [];
    return {
      token,
      processing: false,
      providers: providers.map((provider) => ({ provider, status: 'complete' })),
    };
  },
});

/** Those that filters and collapsed keys name, and all where a collapsed key names none. */
async function affectedProviders(config: VirtualTag, ctx: Context): Promise<string[]> {
  const { values, collapsed } = config;
  const isOpen = collapsed.some(({ providers, filter }) => !filter && providers.length === 0);
  const filters = [...values, ...collapsed].flatMap(({ filter }) => filter ?? []);
  const named = [
    ...filters.flatMap((filter) => factsOf(filter).providers ?? []),
    ...collapsed.flatMap(({ providers }) => providers),
    ...(isOpen ? await readConnectedProviders(ctx, reachableWorkspaces(ctx.actor)) : []),
  ];
  return [...new Set(named)].toSorted();
}
