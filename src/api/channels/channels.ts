import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  channels,
  ChannelConfig,
  ChannelSettingsInput,
  channelKinds,
  openSecret,
} from '../../domain/watch/delivery/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { choice, title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { validate } from '../../platform/kernel/validate.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';
import { testChannelOperation } from './test-channel.js';

const secret = token()
  .optional()
  .describe(
    'webhook: key that signs the requests. slack: URL of an incoming webhook, or a bot token. teams: URL of the webhook of a workflow. jira: API token. pagerduty: routing key. alertmanager: bearer token, if needed. Stored encrypted and never returned.',
  );

const channelResource = resource(channels, {
  one: 'channel',
  many: 'channels',
  tag: 'Channels',
  create: z.object({
    name: title(),
    kind: choice(channelKinds),
    settings: ChannelSettingsInput.optional(),
    secret,
    workspace_token: token().optional(),
  }),
  update: z.object({ name: title(), settings: ChannelSettingsInput, secret }).partial(),
  search: 'name',
  filters: z.object({ kind: z.enum(channelKinds).optional() }),
  where: ({ kind }) => (kind === undefined ? [] : [sql<SqlBool>`kind = ${kind}`]),
  duplicates: { channels_chat_name: 'Name has already been taken' },
  columns: (body, ctx, current) => ({
    ...pick(body, ['name']),
    ...configColumns(body, ctx, current),
  }),
});

interface RequestedConfig {
  kind?: ChannelConfig['kind'];
  settings?: z.output<typeof ChannelSettingsInput>;
  secret?: string;
}

/** The columns of a configuration that is valid as a whole; settings and a secret that are not sent stay. */
function configColumns(
  body: RequestedConfig,
  { services: { vault }, now }: Context,
  current: Row<'channels'> | undefined,
): object {
  const stored = openSecret(vault, current?.secret ?? null);
  const config = validate(ChannelConfig, {
    kind: current?.kind ?? body.kind,
    settings: merge(current?.settings ?? {}, body.settings ?? {}),
    secret: body.secret ?? stored,
  });
  if (current && body.secret === undefined) requireSameReceiver(config, current);
  const isChanged = config.secret !== undefined && config.secret !== stored;
  return {
    kind: config.kind,
    settings: JSON.stringify(config.settings),
    ...(isChanged && { secret: vault.seal(config.secret), secret_changed_at: now }),
  };
}

/** Settings key by key; null removes one, which then has its default. */
function merge(stored: object, changes: object): object {
  const merged = Object.entries({ ...stored, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/**
 * A stored secret is only used for the server that it was given for: one that is sent could be read there,
 * and signatures of a webhook would prove to another receiver what its sender never meant for it.
 */
function requireSameReceiver(config: ChannelConfig, current: Row<'channels'>): void {
  if (config.secret === undefined) return;
  const originOf = (settings: object) => {
    const { url } = settings as { url?: string };
    return url && new URL(url).origin;
  };
  if (originOf(config.settings) === originOf(current.settings)) return;
  throw new ShapeFailure(['secret is missing: a channel with another address needs it again']);
}

export const channelOperations = [...channelResource.operations, testChannelOperation];
