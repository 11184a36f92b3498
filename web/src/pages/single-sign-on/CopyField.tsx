import { Button, CopyButton, Group, TextInput } from '@mantine/core';

/** An address to copy. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <TextInput
        label={label}
        value={value}
        readOnly
        flex={1}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} aria-label={`Copy ${label}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
