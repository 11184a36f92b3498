import { Button, FileButton, Group, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';

interface FileDropProps {
  /** `a CSV file of costs` */
  what: string;
  accept?: string;
  isBusy?: boolean;
  onFile: (file: File) => void;
}

/** A drop zone for a file, with a button to choose one. */
export function FileDrop({ what, accept, isBusy = false, onFile }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const hover = (event: DragEvent, over: boolean) => {
    event.preventDefault();
    setOver(over);
  };
  const drop = (event: DragEvent) => {
    hover(event, false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  };
  return (
    <Group
      className={isOver ? 'lit' : ''}
      p="md"
      gap="sm"
      bd="1px dashed var(--mantine-color-dimmed)"
      bdrs="md"
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={drop}
    >
      <FileButton onChange={(file) => file && onFile(file)} {...(accept ? { accept } : {})}>
        {(props) => (
          <Button variant="default" loading={isBusy} {...props}>
            Choose a file
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        or drop {what} here
      </Text>
    </Group>
  );
}
