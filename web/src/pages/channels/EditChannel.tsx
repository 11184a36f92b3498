import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { type Channel, channelPath } from '../../features/channels/channel.js';
import { deliveriesPath } from '../../features/deliveries/delivery.js';
import { DeliveryTable } from '../../features/deliveries/DeliveryTable.js';
import { MuteButton } from '../../features/mutes/MuteButton.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { ChannelFormPage } from './ChannelFormPage.js';
import { formOf } from './channel-forms.js';
import { bodyOf } from './channel-values.js';
import { type TestOutcome, sendTest } from './send-test.js';

/** A channel: its settings, a test, mutes, and what was sent last. */
export const EditChannel = () => (
  <ObjectPage path={channelPath}>{(channel) => <OneChannel channel={channel} />}</ObjectPage>
);

function OneChannel({ channel }: { channel: Channel }) {
  const mayEdit = useHasRole('Editor');
  const isOwner = useHasRole('Owner');
  const test = useTest(channel);
  const kind = formOf(channel);
  const path = { channel_token: channel.token };
  return (
    <>
      <ChannelFormPage
        title={channel.name}
        kind={kind}
        back={{ label: 'Channels', to: '/channels' }}
        channel={channel}
        save={(values) => api.put(channelPath, { path, body: bodyOf(values, kind) })}
        actions={
          <>
            <MuteButton token={channel.token} />
            {mayEdit && (
              <Button
                variant="default"
                loading={test.isSending}
                title="Sends a message with the settings that are saved"
                onClick={() => void test.send()}
              >
                Send a test
              </Button>
            )}
          </>
        }
        notice={<TestNotice {...test} />}
      />
      {isOwner && <RecentMessages token={channel.token} />}
    </>
  );
}

/** Sends tests, and holds the outcome of the last one. */
function useTest(channel: Channel) {
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome>();
  const [error, setError] = useState<unknown>();
  const send = async () => {
    setSending(true);
    setOutcome(undefined);
    setError(undefined);
    try {
      setOutcome(await sendTest(channel));
    } catch (failure) {
      setError(failure);
    }
    setSending(false);
  };
  return { isSending, outcome, error, send };
}

function TestNotice({ outcome, error }: Pick<ReturnType<typeof useTest>, 'outcome' | 'error'>) {
  if (error !== undefined) return <ErrorNote error={error} />;
  return (
    <div aria-live="polite">
      {outcome && (
        <Alert color={outcome.isSent ? 'green' : 'red'}>
          <Text size="sm">{outcome.text}</Text>
        </Alert>
      )}
    </div>
  );
}

function RecentMessages({ token }: { token: string }) {
  const { data, error } = useGet(deliveriesPath, { query: { channel_token: token, limit: 10 } });
  return (
    <Stack gap="sm" mt="xl" component="section">
      <Title order={2}>Last messages</Title>
      {error && <ErrorNote error={error} />}
      {data?.deliveries.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing was sent to this channel in the last 90 days.
        </Text>
      )}
      {data && data.deliveries.length > 0 && (
        <>
          <DeliveryTable deliveries={data.deliveries} without={['recipient']} />
          <div>
            <Button variant="default" component={Link} to={`/delivery-log?channel_token=${token}`}>
              All messages of this channel
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}
