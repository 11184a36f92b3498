import { z } from 'zod';
import type { Vault } from '../../../platform/auth/vault.js';
import { address, clearableToken, webAddress } from '../../../platform/kernel/fields.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { isWebAddress } from '../../../platform/lib/web-address.js';

export const channelKinds = [
  'webhook',
  'slack',
  'teams',
  'jira',
  'pagerduty',
  'alertmanager',
] as const;

const url = webAddress();
/** Sent in a header, so it has no spaces and no line breaks. */
const visible = /^[\x21-\x7e]+$/;
const credential = z.string().max(2000).regex(visible);
const severity = z.enum(['critical', 'error', 'warning', 'info']);
const line = z.string().min(1).max(255);

const about = {
  url: 'webhook: address that is called. jira: address of the site. alertmanager: address of the server. slack, pagerduty: address of the API, if not the usual one.',
  channel: 'slack: name or id of the channel, with a bot token; empty with an incoming webhook.',
  email: 'jira: address of the account that the API token belongs to.',
  project_key: 'jira: key of the project, such as FIN.',
  issue_type: 'jira: type of the issues; Task unless given.',
  severity: 'pagerduty, alertmanager: critical, error, warning (unless given) or info.',
};

/** The settings of all kinds, as the API describes them; which of them a kind has is in `ChannelConfig`. */
export const ChannelSettings = z
  .object({
    url: z.string().describe(about.url),
    channel: z.string().describe(about.channel),
    email: z.string().describe(about.email),
    project_key: z.string().describe(about.project_key),
    issue_type: z.string().describe(about.issue_type),
    severity: z.string().describe(about.severity),
  })
  .partial()
  .meta({ id: 'ChannelSettings' });

/** The settings in a request: those that are absent stay, null or "" sets one back to its default. */
export const ChannelSettingsInput = z
  .object({
    url: clearableToken().describe(about.url),
    channel: clearableToken().describe(about.channel),
    email: clearableToken().describe(about.email),
    project_key: clearableToken().describe(about.project_key),
    issue_type: clearableToken().describe(about.issue_type),
    severity: clearableToken().describe(about.severity),
  })
  .partial();

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
      // The URL of an incoming webhook, or a token.
      secret: address().regex(visible),
    })
    .refine(({ settings, secret }) => isWebAddress(secret) !== (settings.channel !== undefined), {
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
  // It was valid when it was stored, maybe by an earlier release that accepted more.
  return { kind, settings, secret: openSecret(vault, secret) } as ChannelConfig;
}

export const openSecret = (vault: Vault, sealed: Buffer | null): string | undefined =>
  sealed === null ? undefined : (vault.open(sealed) as string);
