import { Group, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/types.js';
import { capitalize } from '../../lib/text.js';
import { Money } from '../../parts/figures.js';
import { CopyText } from './CopyText.js';
import { EvidenceList } from './EvidenceList.js';
import { ExamplePrices } from './ExamplePrices.js';

type FoundResource = Schemas['RecommendationProviderResource'];
type Action = FoundResource['recommendation_actions'][number];

/** What to do about a resource, and what the saving was computed from. */
export function Actions({ resource }: { resource: FoundResource }) {
  return (
    <>
      {resource.recommendation_actions.map((action) => (
        <ActionBox
          key={`${action.action} ${action.instance_type}`}
          action={action}
          usesExamplePrices={resource.uses_example_prices}
        />
      ))}
      <EvidenceList evidence={resource.evidence} />
    </>
  );
}

function ActionBox({ action, usesExamplePrices }: { action: Action; usesExamplePrices: boolean }) {
  const { remediation_cli_command: command, terraform } = action;
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="baseline" gap="sm">
        <Text fw={600}>
          {capitalize(action.action)}
          {action.instance_type !== null && ` to ${action.instance_type}`}
        </Text>
        <Text fw={600}>
          <Money amount={action.potential_savings} currency="USD" /> per month{' '}
          {usesExamplePrices && <ExamplePrices />}
        </Text>
      </Group>
      <Text size="sm">{action.description}</Text>
      {command !== null && <CopyText label="command" text={command} />}
      {terraform !== null && <CopyText label="Terraform change" text={terraform} />}
    </Stack>
  );
}
