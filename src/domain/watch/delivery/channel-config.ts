import { z } from 'zod';
import type { Vault } from '../../../platform/auth/vault.js';
import { token } from '../../../platform/kernel/fields.js';
import type { Row } from '../../../platform/kernel/rows.js';

export const channelKinds = [
  'webhook',
  'slack',
  'teams',
  'jira',
  'pagerduty',
  'alertmanager',
] as const;

const isHttpUrl = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const url = z
  .string()
  .max(2000)
  .refine(isHttpUrl, { error: 'must be a URL that starts with http:// or https://' });
/** Sent in a header, so it has no spaces and no line breaks. */
const credential = z
  .string()
  .max(2000)
  .regex(/^[\x21-\x7e]+$/);
const severity = z.enum(['critical', 'error', 'warning', 'info']);
const line = z.string().min(1).max(255);

/** The settings of all kinds, as the API describes them; which of them a kind has is in `ChannelConfig`. */
export const ChannelSettings = z
  .object({
    url: token().describe(
      'webhook: address that is called. jira: address of the site. alertmanager: address of the server. slack, pagerduty: address of the API, if not the usual one.',
    ),
    channel: token().describe(
      'slack: name or id of the channel, with a bot token; empty with an incoming webhook.',
    ),
    email: token().describe('jira: address of the account that the API token belongs to.'),
    project_key: token().describe('jira: key of the project, such as FIN.'),
    issue_type: token().describe('jira: type of the issues; Task unless given.'),
    severity: token().describe(
      'pagerduty, alertmanager: critical, error, warning (unless given) or info.',
    ),
  })
  .partial()
  .meta({ id: 'ChannelSettings' });

/** What each kind of channel needs to send; the secret is stored encrypted. */
export const ChannelConfig = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('webhook'),
    settings: z.object({ url }),
    secret: z.string().min(16).max(255),
  }),
  z
    .object({
      kind: z.literal('slack'),
      settings: z.object({ channel: line.optional(), url: url.default('https://slack.com/api') }),
      secret: credential,
    })
    .refine(({ settings, secret }) => isHttpUrl(secret) !== (settings.channel !== undefined), {
      error:
        'must be the URL of an incoming webhook, or a bot token together with settings.channel',
      path: ['secret'],
    }),
  z.object({ kind: z.literal('teams'), settings: z.object({}), secret: url }),
  z.object({
    kind: z.literal('jira'),
    settings: z.object({
      url,
      email: z.email(),
      project_key: z.string().regex(/^[A-Z][A-Z0-9_]{0,254}$/),
      issue_type: line.default('Task'),
    }),
    secret: credential,
  }),
  z.object({
    kind: z.literal('pagerduty'),
    settings: z.object({
      url: url.default('https://events.pagerduty.com/v2/enqueue'),
      severity: severity.default('warning'),
    }),
    secret: credential,
  }),
  z.object({
    kind: z.literal('alertmanager'),
    settings: z.object({ url, severity: severity.default('warning') }),
    secret: credential.optional(),
  }),
]);
export type ChannelConfig = z.output<typeof ChannelConfig>;

/** The configuration of one kind. */
export type ConfigOf<Kind extends ChannelConfig['kind']> = Extract<ChannelConfig, { kind: Kind }>;

/** The stored configuration with its secret, which must not leave the code that sends. */
export function openChannel(
  vault: Vault,
  { kind, settings, secret }: Pick<Row<'channels'>, 'kind' | 'settings' | 'secret'>,
): ChannelConfig {
  return ChannelConfig.parse({ kind, settings, secret: openSecret(vault, secret) });
}

export const openSecret = (vault: Vault, sealed: Buffer | null): string | undefined =>
  sealed === null ? undefined : (vault.open(sealed) as string);
