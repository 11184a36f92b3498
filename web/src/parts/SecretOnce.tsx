import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';

interface SecretOnceProps {
  title: string;
  /** What it is for, and that it is not shown again. */
  text: string;
  label: string;
  secret: string;
  onClose: () => void;
}

/** A dialog that shows a secret once; a click outside does not close it. */
export function SecretOnce({ title, text, label, secret, onClose }: SecretOnceProps) {
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false} size="lg">
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <TextInput
          label={label}
          value={secret}
          readOnly
          ff="monospace"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>I have saved it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
