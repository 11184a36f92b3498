import { Button, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { capitalize } from '../../lib/text.js';
import { Money } from '../../parts/figures.js';
import { Icon } from '../../parts/icons.js';
import type { FoundResource } from './recommendation.js';

type Action = FoundResource['recommendation_actions'][number];

/** A resource with what to do about it, and what the saving was computed from. */
export function FoundResourceCard({ resource }: { resource: FoundResource }) {
  const { label, resource_id: id, region, tags } = resource;
  const owners = ['owner', 'team', 'Owner', 'Team'].flatMap((key) => {
    const value: unknown = tags[key];
    return typeof value === 'string' ? [value] : [];
  });
  const place = [
    ...(label === null ? [] : [id]),
    ...(region ? [region] : []),
    ...owners.slice(0, 1),
  ];
  return (
    <Paper withBorder p="md" component="article" aria-label={label ?? id}>
      <Stack gap="sm">
        <div>
          <Title order={3} size="h4">
            {label ?? id}
          </Title>
          <Text size="sm" c="dimmed">
            {place.join(' · ')}
          </Text>
        </div>
        {resource.recommendation_actions.map((action) => (
          <ActionBox key={`${action.action} ${action.instance_type}`} action={action} />
        ))}
        <dl className="recommendation-evidence" aria-label="Evidence">
          {resource.evidence.map((each) => (
            <div key={each.label} style={{ display: 'contents' }}>
              <dt>{each.label}</dt>
              <dd>{each.value}</dd>
            </div>
          ))}
        </dl>
      </Stack>
    </Paper>
  );
}

function ActionBox({ action }: { action: Action }) {
  const { remediation_cli_command: command, terraform } = action;
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="baseline" gap="sm">
        <Text fw={600}>
          {capitalize(action.action)}
          {action.instance_type !== null && ` to ${action.instance_type}`}
        </Text>
        <Text fw={600}>
          <Money amount={action.potential_savings} currency="USD" />
        </Text>
      </Group>
      <Text size="sm">{action.description}</Text>
      {command !== null && <Copied label="command" text={command} />}
      {terraform !== null && <Copied label="Terraform change" text={terraform} />}
    </Stack>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
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
