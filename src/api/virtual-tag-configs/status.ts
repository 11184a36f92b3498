import { z } from 'zod';
import {
  configRows,
  type VirtualTag,
  readVirtualTags,
} from '../../domain/costs/virtual-tags/index.js';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { factsOf } from '../../domain/costs/vql/index.js';
import { readConnectedProviders } from '../../domain/costs/query/index.js';

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

/** Values are computed when costs are read, so every provider is always complete. */
export const getVirtualTagConfigStatus = operation({
  id: 'getVirtualTagConfigStatus',
  tag: 'VirtualTags',
  method: 'GET',
  path: '/v2/virtual_tag_configs/{token}/status',
  summary: 'Get the processing status of a virtual tag by provider',
  params: z.object({ token: z.string() }),
  status: 200,
  otherResponses: { 202: 'Never sent: changes take effect immediately.' },
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

/** Providers in filters and collapsed keys; all connected ones if a collapsed key applies to all. */
async function affectedProviders(config: VirtualTag, ctx: Context): Promise<string[]> {
  const { values, collapsed } = config;
  const isUnrestricted = collapsed.some(
    ({ providers, filter }) => !filter && providers.length === 0,
  );
  const filters = [...values, ...collapsed].flatMap(({ filter }) => filter ?? []);
  const providers = [
    ...filters.flatMap((filter) => factsOf(filter).providers ?? []),
    ...collapsed.flatMap((entry) => entry.providers),
    ...(isUnrestricted ? await readConnectedProviders(ctx, reachableWorkspaces(ctx.actor)) : []),
  ];
  return [...new Set(providers)].toSorted();
}
