import { z } from 'zod';
import { entity } from '../../platform/kernel/entity.js';

const Webhook = z
  .object({
    token: z.string(),
    name: z.string(),
    url: z.string(),
    workspace_token: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'Webhook' });

/** An address that receives messages as signed requests; its secret is never returned. */
export const webhooks = entity({
  table: 'webhooks',
  prefix: 'wbhk',
  kind: 'Webhook',
  titleOf: (row) => row.name,
  access: { within: 'workspace' },
  model: Webhook,
});
