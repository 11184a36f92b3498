import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';

interface Toast {
  id: number;
  message: string;
  undo?: () => void;
}

const visibleMs = 6000;
let toasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number): void => replace(toasts.filter((each) => each.id !== id));

/** Shows a message for a few seconds, with an undo button where the action can be undone. */
export function toast(message: string, options: { undo?: () => void } = {}): number {
  lastId += 1;
  const id = lastId;
  replace([...toasts, { id, message, ...options }]);
  setTimeout(() => dismiss(id), visibleMs);
  return id;
}

export function Toasts() {
  const visible = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {visible.map(({ id, message, undo }) => (
        <Paper key={id} withBorder p="sm">
          <Group wrap="nowrap" gap="sm">
            <Text size="sm" flex={1}>
              {message}
            </Text>
            {undo && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  undo();
                  dismiss(id);
                }}
              >
                Undo
              </Button>
            )}
            <CloseButton size="sm" aria-label="Close" onClick={() => dismiss(id)} />
          </Group>
        </Paper>
      ))}
    </div>
  );
}
