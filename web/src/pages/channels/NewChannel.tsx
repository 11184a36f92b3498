import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { channelsPath } from '../../features/channels/channel.js';
import { BackLink } from '../../parts/BackLink.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { created } from '../../parts/use-form.js';
import { ChannelFormPage } from './ChannelFormPage.js';
import { type ChannelForm, channelForms, isFormName } from './channel-forms.js';
import { bodyOf } from './channel-values.js';

/** The choice of a kind, then its form; the address holds the kind. */
export function NewChannel() {
  const { kind }: { kind?: string } = useSearch({ strict: false });
  return isFormName(kind) ? (
    <NewChannelOfKind key={kind} kind={channelForms[kind]} />
  ) : (
    <KindChoice />
  );
}

function NewChannelOfKind({ kind }: { kind: ChannelForm }) {
  const workspace = useWorkspace();
  return (
    <ChannelFormPage
      title={`New channel: ${kind.title}`}
      kind={kind}
      back={{ label: 'Kinds of channels', to: '/channels/new' }}
      save={(values) => {
        const body = {
          ...bodyOf(values, kind),
          kind: kind.kind,
          workspace_token: workspace?.token,
        };
        return api.post(channelsPath, { body }).then(created);
      }}
    />
  );
}

function KindChoice() {
  return (
    <>
      <BackLink to="/channels" label="Channels" />
      <PageTitle title="New channel" text="Where should messages be sent?" />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {Object.entries(channelForms).map(([name, { title, summary }]) => (
          <Paper key={name} withBorder p="md">
            <Anchor component={Link} to="/channels/new" search={{ kind: name } as never} fw={600}>
              {title}
            </Anchor>
            <Text size="sm" c="dimmed" mt="xs">
              {summary}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </>
  );
}
