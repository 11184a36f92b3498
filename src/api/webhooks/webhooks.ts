import { z } from 'zod';
import { webhooks } from '../../domain/delivery/webhook.js';
import { title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  name: title(),
  url: z
    .string()
    .max(2000)
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      error: 'must be a URL that starts with http:// or https://',
    }),
  secret: z
    .string()
    .min(16)
    .max(255)
    .describe('Signs the requests (HMAC-SHA256); stored encrypted and never returned.'),
};

export const webhookResource = resource(webhooks, {
  one: 'webhook',
  many: 'webhooks',
  tag: 'Webhooks',
  create: z.object({ ...fields, workspace_token: token().optional() }),
  update: z.object(fields).partial(),
  search: 'name',
  columns: (body, { services: { vault } }) => ({
    ...pick(body, ['name', 'url']),
    ...(body.secret !== undefined && { secret: vault.seal(body.secret) }),
  }),
});
