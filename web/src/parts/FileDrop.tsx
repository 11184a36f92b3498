import { Button, FileButton, Group, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';

interface FileDropProps {
  /** What to drop: `a CSV file of costs`. */
  what: string;
  accept?: string;
  isBusy?: boolean;
  onFile: (file: File) => void;
}

/** A drop zone for a file, with a button to choose one. */
export function FileDrop({ what, accept, isBusy = false, onFile }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const drag = (event: DragEvent, over: boolean) => {
    event.preventDefault();
    setOver(over);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  };
  return (
    <Group
      className={isOver ? 'highlighted' : ''}
      p="md"
      gap="sm"
      bd="1px dashed var(--mantine-color-dimmed)"
      bdrs="md"
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={drop}
    >
      <FileButton onChange={(file) => file && onFile(file)} {...(accept ? { accept } : {})}>
        {(props) => (
          <Button variant="default" loading={isBusy} {...props}>
            Choose file
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        or drop {what} here
      </Text>
    </Group>
  );
}
