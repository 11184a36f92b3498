import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { invalidate } from '../api/queries.js';
import { capitalize } from '../lib/text.js';
import { ErrorNote } from './ErrorNote.js';
import { toast } from './toasts.js';

interface ConfirmDeleteProps {
  /** `workspace` */
  kind: string;
  /** The user types it to confirm. */
  title: string;
  /** Sends the deletion. */
  send: () => Promise<unknown>;
  verb?: 'delete' | 'revoke' | 'remove';
  /** What uses it, listed before the user confirms. */
  uses?: readonly string[];
  /** Paths to invalidate afterwards. */
  refresh: readonly string[];
  onClose: () => void;
}

/** Confirms a deletion that cannot be undone; for others see `deleteLater`. */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { kind, title, send, verb = 'delete', uses = [], refresh, onClose } = props;
  const verbLabel = capitalize(verb);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await send();
      await invalidate(...refresh);
      toast(`The ${kind} “${title}” was ${verb}d.`);
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`${verbLabel} the ${kind} “${title}”?`}>
      <Stack gap="md">
        {error !== undefined && <ErrorNote error={error} />}
        {uses.length > 0 && (
          <div>
            <Text size="sm">It is used by:</Text>
            <List size="sm">
              {uses.map((use) => (
                <List.Item key={use}>{use}</List.Item>
              ))}
            </List>
          </div>
        )}
        <TextInput
          label={`Type ${title} to ${verb} it permanently`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color="red.9"
            disabled={typed !== title}
            loading={isBusy}
            onClick={() => void remove()}
          >
            {verbLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
