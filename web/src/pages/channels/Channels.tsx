import { Anchor, Group, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { asProblem } from '../../api/problem.js';
import {
  type Channel,
  channelKindName,
  channelPage,
  channelsPath,
  useChannels,
} from '../../features/channels/channel.js';
import type { Delivery } from '../../features/deliveries/delivery.js';
import { DeliveryState } from '../../features/deliveries/DeliveryState.js';
import { useMuteTexts } from '../../features/mutes/mute.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { toast } from '../../parts/toasts.js';
import { destinationOf } from './channel-forms.js';
import { sendTest } from './send-test.js';
import { useChannelUses } from './use-channel-uses.js';
import { useLastDeliveries } from './use-last-deliveries.js';

/** The channels of the workspace, and how the last message to each ended. */
export function Channels() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const isOwner = useHasRole('Owner');
  const last = useLastDeliveries(useChannels());
  const muteText = useMuteTexts();
  const usesOf = useChannelUses();
  const test = async (channel: Channel) => {
    toast(`Sending a test to “${channel.name}”…`);
    try {
      toast((await sendTest(channel)).text);
    } catch (failure) {
      toast(asProblem(failure).message);
    }
  };
  return (
    <ListPage
      title="Channels"
      text="Where alerts and notifications are sent besides e-mail."
      kind="channel"
      path={channelsPath}
      rows="channels"
      query={{ workspace_token: workspace?.token }}
      columns={[...columnsOf(muteText), ...(isOwner ? [outcomeColumn(last)] : [])]}
      isSearched
      create={mayEdit ? { label: 'New channel', to: '/channels/new' } : undefined}
      empty={{
        title: 'There are no channels yet',
        text: 'Create one to be notified in Slack, Microsoft Teams, Jira, PagerDuty or Alertmanager, or by a webhook.',
      }}
      {...(mayEdit && {
        actions: (channel: Channel) => (
          <Menu.Item onClick={() => void test(channel)}>Send a test</Menu.Item>
        ),
      })}
      titleToDelete={mayEdit ? (row) => row.name : undefined}
      usesOf={usesOf}
    />
  );
}

const columnsOf = (muteText: (token: string) => string | undefined): Column<Channel>[] => [
  {
    id: 'name',
    header: 'Channel',
    sort: (row) => row.name,
    cell: (row) => (
      <>
        <Anchor component={Link} to={channelPage(row.token)} inherit>
          {row.name}
        </Anchor>
        {muteText(row.token) && (
          <Text size="xs" c="dimmed">
            {muteText(row.token)}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    sort: (row) => channelKindName(row.kind),
    cell: (row) => channelKindName(row.kind),
  },
  { id: 'destination', header: 'Sends to', cell: destinationOf },
];

const outcomeColumn = (last: ReadonlyMap<string, Delivery>): Column<Channel> => ({
  id: 'last',
  header: 'Last message',
  cell: ({ token }) => {
    const message = last.get(token);
    if (!message) return 'None';
    return (
      <Group gap="sm">
        <DeliveryState state={message.state} />
        <MomentText moment={message.created_at} />
      </Group>
    );
  },
});
