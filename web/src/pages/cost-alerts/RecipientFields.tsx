import { MultiSelect, Stack, TagsInput, Text, Title } from '@mantine/core';
import { useCurrentUser, useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { MailServerNote } from '../../features/recipients/MailServerNote.js';

export interface Recipients {
  email_recipients: string[];
  slack_channels: string[];
  teams_channels: string[];
}

interface RecipientFieldsProps {
  values: Recipients;
  set: (name: keyof Recipients, value: string[]) => void;
  errorOf: (name: keyof Recipients) => string | undefined;
}

/** Whom an alert tells. Without recipients it only annotates its reports. */
export function RecipientFields({ values, set, errorOf }: RecipientFieldsProps) {
  const addresses = useAddresses();
  const channels = useChannelNames();
  const field = (label: string, name: 'slack_channels' | 'teams_channels', known: string[]) => {
    // Names stay in the alert when their channel is deleted.
    const names = [...new Set([...known, ...values[name]])];
    if (names.length === 0) return null;
    return (
      <MultiSelect
        label={label}
        searchable
        placeholder={values[name].length === 0 ? 'None' : ''}
        data={names}
        value={values[name]}
        onChange={(chosen) => set(name, chosen)}
        error={errorOf(name)}
        nothingFoundMessage="No matches"
      />
    );
  };
  return (
    <Stack gap="sm" component="section" aria-labelledby="recipients">
      <Title order={2} id="recipients">
        Recipients
      </Title>
      <Text size="sm" c="dimmed">
        All groups that changed in the same interval are one message. Without recipients, the alert
        only annotates its reports.
      </Text>
      <MailServerNote>E-mails are kept, and sent once SMTP_URL names a mail server.</MailServerNote>
      <TagsInput
        label="E-mail addresses"
        description="Only addresses in a domain of your users. Press Enter to add."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={values.email_recipients.length === 0 ? 'None' : ''}
        data={addresses}
        value={values.email_recipients}
        onChange={(emails) => set('email_recipients', emails)}
        error={errorOf('email_recipients')}
      />
      {field('Slack channels', 'slack_channels', channels.slack)}
      {field('Teams channels', 'teams_channels', channels.teams)}
    </Stack>
  );
}

/** Suggestions: only owners read the addresses of all users. */
function useAddresses(): string[] {
  const own = useCurrentUser();
  const isOwner = useHasRole('Owner');
  const { data } = useGet('/v2/users', { query: { limit: 1000 } }, { enabled: isOwner });
  const users = data?.users ?? (own ? [own] : []);
  return [...new Set(users.map(({ email }) => email))];
}

/** The chat channels of the workspace by name. */
function useChannelNames() {
  const workspace = useWorkspace();
  const { data } = useGet(
    '/v2/channels',
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  const named = (kind: string) =>
    (data?.channels ?? []).filter((each) => each.kind === kind).map(({ name }) => name);
  return { slack: named('slack'), teams: named('teams') };
}
