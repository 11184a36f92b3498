import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useHasRole } from '../../api/current-user.js';
import { asProblem } from '../../api/problem.js';
import { formatMoment } from '../../lib/dates.js';
import { Layer } from '../../parts/Layer.js';
import { toast } from '../../parts/toasts.js';
import { endMutes, muteText, muteUntil, useMutesOf } from './mute.js';

const choices = [
  { label: 'For 1 hour', hours: 1 },
  { label: 'For 8 hours', hours: 8 },
  { label: 'For 1 day', hours: 24 },
  { label: 'For 1 week', hours: 168 },
];

/** Mutes a channel or rule until some time, or says until when it is muted and ends that. */
export function MuteButton({ token }: { token: string }) {
  const mayEdit = useHasRole('Editor');
  const mutes = useMutesOf(token);
  const [isBusy, setBusy] = useState(false);
  const change = async (work: () => Promise<void>, message: string) => {
    setBusy(true);
    try {
      await work();
      toast(message);
    } catch (failure) {
      toast(asProblem(failure).message);
    }
    setBusy(false);
  };
  const mute = (end: Date) =>
    change(() => muteUntil(token, end), `Muted until ${formatMoment(end.toISOString())}.`);
  if (!mutes) return null;
  if (mutes.length === 0) {
    return mayEdit ? (
      <Layer label="Mute" title="Mute" variant="default">
        {(close) => (
          <MuteChoices
            onChoose={(end) => {
              close();
              void mute(end);
            }}
          />
        )}
      </Layer>
    ) : null;
  }
  return (
    <Group gap="sm">
      <Text size="sm">{muteText(mutes[0]!)}</Text>
      {mayEdit && (
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => void change(() => endMutes(mutes), 'Messages are sent again.')}
        >
          Unmute
        </Button>
      )}
    </Group>
  );
}

function MuteChoices({ onChoose }: { onChoose: (end: Date) => void }) {
  const [text, setText] = useState('');
  const end = new Date(text);
  const isFuture = end.getTime() > Date.now();
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        What happens in that time is recorded, and is not sent later. The delivery log can send it
        again.
      </Text>
      {choices.map(({ label, hours }) => (
        <Button
          key={label}
          variant="default"
          onClick={() => onChoose(new Date(Date.now() + hours * 3_600_000))}
        >
          {label}
        </Button>
      ))}
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Until"
          type="datetime-local"
          flex={1}
          miw={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button variant="default" disabled={!isFuture} onClick={() => onChoose(end)}>
          Mute until then
        </Button>
      </Group>
    </Stack>
  );
}
