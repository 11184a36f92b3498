import { MultiSelect, Stack, TagsInput, Text, Title } from '@mantine/core';
import { useCurrentUser, useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useTeams } from '../../features/teams/team.js';

export interface Recipients {
  user_tokens: string[];
  team_tokens: string[];
  recipient_emails: string[];
  channel_tokens: string[];
}

interface RecipientFieldsProps {
  values: Recipients;
  set: (name: keyof Recipients, value: string[]) => void;
  emailError: string | undefined;
  isReadOnly: boolean;
}

interface Option {
  value: string;
  label: string;
}

/** Whom an alert tells. Without recipients it only annotates the report. */
export function RecipientFields({ values, set, emailError, isReadOnly }: RecipientFieldsProps) {
  const users = useUserOptions(values.user_tokens);
  const teams = useTeams().map(({ token, name }) => ({ value: token, label: name }));
  const channels = useChannelOptions(values.channel_tokens);
  const field = (label: string, name: keyof Recipients, data: Option[]) => (
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
        Users, teams and addresses get an e-mail. Nobody is told twice about the same event. Without
        recipients, the alert only annotates the report.
      </Text>
      {field('Users', 'user_tokens', users)}
      {field('Teams', 'team_tokens', teams)}
      <TagsInput
        label="E-mail addresses"
        description="Of a domain that a user of the organisation has; Enter adds one."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={isReadOnly}
        placeholder={values.recipient_emails.length === 0 ? 'None' : ''}
        value={values.recipient_emails}
        onChange={(emails) => set('recipient_emails', emails)}
        error={emailError}
      />
      {channels.length > 0 && field('Channels', 'channel_tokens', channels)}
    </Stack>
  );
}

/** Owners choose from all users, others can choose themselves; users of the alert stay. */
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
  const workspace = useWorkspace();
  const { data } = useGet(
    '/v2/channels',
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  const channels = data?.channels ?? [];
  const others = selected.filter((token) => !channels.some((each) => each.token === token));
  return [
    ...channels.map(({ token, name, kind }) => ({ value: token, label: `${name} (${kind})` })),
    ...others.map((token) => ({ value: token, label: 'Channel' })),
  ];
}
