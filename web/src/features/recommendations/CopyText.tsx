import { Button, CopyButton, Group } from '@mantine/core';
import { capitalize } from '../../lib/text.js';
import { Icon } from '../../parts/icons.js';
import './recommendations.css';

/** A command or a piece of code with a button that copies it. */
export function CopyText({ label, text }: { label: string; text: string }) {
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <pre className="recommendation-command" tabIndex={0} aria-label={capitalize(label)}>
        {text}
      </pre>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="xs"
            flex="none"
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
            aria-label={`Copy the ${label}`}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
