import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';

interface RecoveryCodesProps {
  codes: string[];
  onSaved: () => void;
}

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const text = codes.join('\n');
  return (
    <Stack gap="md">
      <Text size="sm">
        If you lose your second factor, log in with one of these codes. Each works once. They are
        not shown again.
      </Text>
      <SimpleGrid
        component="ul"
        aria-label="Recovery codes"
        cols={2}
        spacing="xs"
        verticalSpacing={4}
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
      >
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="farthing-recovery-codes.txt"
        >
          Download
        </Button>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onSaved}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
