import { MultiSelect, Stack, TagsInput, Text, Title } from '@mantine/core';
import { useCurrentUser, useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { channelName, useChannels } from '../channels/channel.js';
import { useTeams } from '../teams/team.js';
import { MailServerNote } from './MailServerNote.js';
import type { Recipients } from './recipients.js';

interface RecipientFieldsProps {
  values: Recipients;
  set: (name: keyof Recipients, value: string[]) => void;
  emailError: string | undefined;
  isReadOnly: boolean;
  /** What a rule without recipients does. */
  withoutRecipients?: string;
}

interface Option {
  value: string;
  label: string;
}

type TokenField = 'user_tokens' | 'team_tokens' | 'channel_tokens';

/** Whom a rule tells. */
export function RecipientFields({
  values,
  set,
  emailError,
  isReadOnly,
  withoutRecipients = 'the alert only annotates the report',
}: RecipientFieldsProps) {
  const users = useUserOptions(values.user_tokens);
  const teams = useTeams().map(({ token, name }) => ({ value: token, label: name }));
  const channels = useChannelOptions(values.channel_tokens);
  const names = values.recipient_channels ?? [];
  const field = (label: string, name: TokenField, data: Option[]) => (
    <MultiSelect
      label={label}
      searchable
      readOnly={isReadOnly}
      placeholder={values[name].length === 0 ? 'None' : ''}
      data={data}
      value={values[name]}
      onChange={(tokens) => set(name, tokens)}
      nothingFoundMessage="No matches"
    />
  );
  return (
    <Stack gap="sm" component="section" aria-labelledby="recipients">
      <Title order={2} id="recipients">
        Recipients
      </Title>
      <Text size="sm" c="dimmed">
        Users, teams and addresses get an e-mail. Nobody is notified twice of the same event.
        Without recipients, {withoutRecipients}.
      </Text>
      <MailServerNote>E-mails are kept, and sent once SMTP_URL names a mail server.</MailServerNote>
      {field('Users', 'user_tokens', users)}
      {field('Teams', 'team_tokens', teams)}
      <TagsInput
        label="E-mail addresses"
        description="Only addresses in a domain of your users. Press Enter to add."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={isReadOnly}
        placeholder={values.recipient_emails.length === 0 ? 'None' : ''}
        value={values.recipient_emails}
        onChange={(emails) => set('recipient_emails', emails)}
        error={emailError}
      />
      {channels.length > 0 && field('Channels', 'channel_tokens', channels)}
      {names.length > 0 && (
        <MultiSelect
          label="Chat channels by name"
          description="Set through the API. Messages go to the Slack or Teams channel that has the name."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          readOnly={isReadOnly}
          data={names}
          value={names}
          onChange={(left) => set('recipient_channels', left)}
        />
      )}
    </Stack>
  );
}

/** Owners choose from all users, others can choose themselves; users of the rule stay. */
function useUserOptions(selected: readonly string[]): Option[] {
  const own = useCurrentUser();
  const isOwner = useHasRole('Owner');
  const { data } = useGet('/v2/users', { query: { limit: 1000 } }, { enabled: isOwner });
  const users = data?.users ?? (own ? [own] : []);
  const others = selected.filter((token) => !users.some((user) => user.token === token));
  return [
    ...users.map(({ token, name, email }) => ({
      value: token,
      label: name ? `${name} (${email})` : email,
    })),
    ...others.map((token) => ({ value: token, label: 'User' })),
  ];
}

function useChannelOptions(selected: readonly string[]): Option[] {
  const channels = useChannels();
  const others = selected.filter((token) => !channels.some((each) => each.token === token));
  return [
    ...channels.map((channel) => ({ value: channel.token, label: channelName(channel) })),
    ...others.map((token) => ({ value: token, label: 'Channel' })),
  ];
}
