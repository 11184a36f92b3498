import type { Schemas } from '../../api/types.js';

type Channel = Schemas['Channel'];

export type SettingName = keyof Schemas['ChannelSettings'];

interface SettingField {
  name: Exclude<SettingName, 'severity'>;
  label: string;
  help?: string;
  placeholder?: string;
  isOptional?: boolean;
}

/** What the form of a kind of channel asks for, and where the values come from. */
export interface ChannelForm {
  kind: Schemas['createChannel']['kind'];
  title: string;
  summary: string;
  /** Where the secret comes from, step by step. */
  steps: readonly string[];
  fields: readonly SettingField[];
  hasSeverity?: boolean;
  secret: { label: string; help?: string; isOptional?: boolean; isOwnChoice?: boolean };
}

/** Slack has two forms, because a bot token needs a channel and a webhook has one. */
export const channelForms = {
  slack: {
    kind: 'slack',
    title: 'Slack, incoming webhook',
    summary: 'Posts to one Slack channel. The quickest way.',
    steps: [
      'Open api.slack.com/apps, create an app “From scratch” and choose your Slack workspace.',
      'Under “Incoming Webhooks”, turn the feature on and choose “Add New Webhook”.',
      'Select the Slack channel, allow it, and copy the webhook URL.',
    ],
    fields: [],
    secret: { label: 'Webhook URL', help: 'Begins with https://hooks.slack.com/services/.' },
  },
  slack_bot: {
    kind: 'slack',
    title: 'Slack, bot token',
    summary: 'Posts to any Slack channel that your own app is a member of.',
    steps: [
      'Open api.slack.com/apps and create an app, or open the one that you have.',
      'Under “OAuth & Permissions”, add the bot scope chat:write and install the app.',
      'Copy the “Bot User OAuth Token”, and invite the app to the Slack channel: /invite @app.',
    ],
    fields: [
      {
        name: 'channel',
        label: 'Slack channel',
        help: 'Its name, or its id from “View channel details”.',
        placeholder: '#costs',
      },
    ],
    secret: { label: 'Bot token', help: 'Begins with xoxb-.' },
  },
  teams: {
    kind: 'teams',
    title: 'Microsoft Teams',
    summary: 'Posts cards to a channel or chat, through a workflow.',
    steps: [
      'In Teams, open the menu of the channel or chat and choose “Workflows”.',
      'Choose the template that posts when a webhook request is received, and create the workflow.',
      'Copy the URL that it shows. Connectors of Office 365 are retired and do not work.',
    ],
    fields: [],
    secret: { label: 'Workflow URL' },
  },
  jira: {
    kind: 'jira',
    title: 'Jira',
    summary: 'Creates an issue for each message.',
    steps: [
      'Log in to Jira as the user that the issues are created by.',
      'Open id.atlassian.com, “Security”, “API tokens”, and create a token.',
      'The user needs the permission to create and browse issues in the project.',
    ],
    fields: [
      { name: 'url', label: 'Jira site', placeholder: 'https://example.atlassian.net' },
      { name: 'email', label: 'E-mail address of the user', placeholder: 'jira@example.com' },
      {
        name: 'project_key',
        label: 'Project key',
        help: 'The letters before the number of an issue: FIN of FIN-12.',
        placeholder: 'FIN',
      },
      { name: 'issue_type', label: 'Issue type', placeholder: 'Task', isOptional: true },
    ],
    secret: { label: 'API token' },
  },
  pagerduty: {
    kind: 'pagerduty',
    title: 'PagerDuty',
    summary: 'Triggers an alert of a service.',
    steps: [
      'In PagerDuty, open the service and its tab “Integrations”.',
      'Add the integration “Events API V2”.',
      'Copy its integration key.',
    ],
    fields: [
      {
        name: 'url',
        label: 'Events API URL',
        help: 'Accounts in the EU: https://events.eu.pagerduty.com/v2/enqueue',
        placeholder: 'https://events.pagerduty.com/v2/enqueue',
        isOptional: true,
      },
    ],
    hasSeverity: true,
    secret: { label: 'Integration key' },
  },
  alertmanager: {
    kind: 'alertmanager',
    title: 'Alertmanager',
    summary: 'Fires an alert of Prometheus Alertmanager.',
    steps: [
      'Enter the address that you open Alertmanager at, without /api.',
      'A private address must be in FARTHING_OUTBOUND_NETWORKS of the Farthing server.',
      'A proxy in front of it may ask for a bearer token; Alertmanager itself does not.',
    ],
    fields: [{ name: 'url', label: 'Alertmanager URL', placeholder: 'https://alerts.example.com' }],
    hasSeverity: true,
    secret: { label: 'Bearer token', isOptional: true },
  },
  webhook: {
    kind: 'webhook',
    title: 'Webhook',
    summary: 'Sends signed JSON to a server of yours.',
    steps: [
      'Run a server that accepts POST requests with JSON and answers with a status from 200 to 299.',
      'A private address must be in FARTHING_OUTBOUND_NETWORKS of the Farthing server.',
      'Check Farthing-Signature: v1= and the HMAC-SHA256 of “Farthing-Timestamp.body” with the key.',
    ],
    fields: [{ name: 'url', label: 'URL', placeholder: 'https://example.com/costs' }],
    secret: { label: 'Signing key', help: 'At least 16 characters.', isOwnChoice: true },
  },
} as const satisfies Record<string, ChannelForm>;

type ChannelFormName = keyof typeof channelForms;

/** Whether an address names a form. */
export const isFormName = (name: string | undefined): name is ChannelFormName =>
  name !== undefined && Object.hasOwn(channelForms, name);

/** The form that shows a stored channel. */
export function formOf({ kind, settings }: Channel): ChannelForm {
  if (kind === 'slack' && settings.channel !== undefined) return channelForms.slack_bot;
  return isFormName(kind) ? channelForms[kind] : channelForms.webhook;
}

/** Where a channel sends to, as far as it is no secret. */
export function destinationOf({ kind, settings }: Channel): string {
  const host = settings.url && URL.canParse(settings.url) ? new URL(settings.url).host : '';
  if (kind === 'slack') return settings.channel ?? 'Channel of the webhook';
  if (kind === 'teams') return 'Channel of the workflow';
  if (kind === 'jira') return `${settings.project_key ?? ''} at ${host}`;
  return host;
}
