import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { ChannelSettings } from './channel-config.js';

const Channel = z
  .object({
    token: z.string(),
    name: z.string(),
    kind: z.string().describe('webhook, slack, teams, jira, pagerduty or alertmanager'),
    settings: ChannelSettings,
    secret_changed_at: z
      .string()
      .nullable()
      .describe('When the secret was last changed; null without one.'),
    workspace_token: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'Channel' });

/** Where messages are sent besides e-mail; its secret is never returned, only when it was changed. */
export const channels = entity({
  table: 'channels',
  prefix: 'chnl',
  kind: 'Channel',
  title: 'name',
  page: '/channels/{token}',
  access: { within: 'workspace' },
  model: Channel,
});
