import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { ResourceName } from '../../features/resources/ResourceName.js';
import { sumOf } from '../../lib/decimal.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import { EvidenceList } from '../../features/recommendations/EvidenceList.js';
import { placeOf } from './FoundResourceCard.js';
import type { FoundResource } from './recommendation.js';

/** Resources of one purchase: they have the same action, each with its share of the saving. */
interface Purchase {
  description: string;
  resources: FoundResource[];
}

/** The purchases among findings, in their order; others are not in the result. */
export function purchasesOf(resources: readonly FoundResource[]): Purchase[] {
  const byText = new Map<string, Purchase>();
  for (const resource of resources) {
    const [action] = resource.recommendation_actions;
    if (action?.action !== 'purchase') continue;
    const purchase = byText.get(action.description) ?? {
      description: action.description,
      resources: [],
    };
    purchase.resources.push(resource);
    byText.set(action.description, purchase);
  }
  return [...byText.values()];
}

const shareOf = (resource: FoundResource) =>
  resource.recommendation_actions[0]?.potential_savings ?? '0';

const columnsOf = (names: Names): Column<FoundResource>[] => [
  {
    id: 'resource',
    header: 'Resource',
    cell: (resource) => (
      <>
        <ResourceName resource={resource} />
        <Text size="xs" c="dimmed">
          {placeOf(resource, names)}
        </Text>
      </>
    ),
  },
  {
    id: 'cost',
    header: 'Cost per month',
    isNumeric: true,
    cell: ({ cost_per_month: cost }) =>
      cost === null ? '–' : <Money amount={cost} currency="USD" />,
  },
  {
    id: 'share',
    header: 'Share of the saving per month',
    isNumeric: true,
    cell: (resource) => <Money amount={shareOf(resource)} currency="USD" />,
  },
];

interface PurchaseCardProps {
  purchase: Purchase;
  /** Whether these are all of its resources: only then is their sum its saving. */
  isWhole: boolean;
}

/** One purchase, with the resources whose usage it covers. */
export function PurchaseCard({ purchase, isWhole }: PurchaseCardProps) {
  const { description, resources } = purchase;
  const names = useNames();
  return (
    <Paper withBorder p="md" component="article" aria-label={description}>
      <Stack gap="sm">
        <Group justify="space-between" align="baseline" gap="sm">
          <Title order={3} size="h4" flex="1 1 300px">
            {description}
          </Title>
          {isWhole && (
            <Text fw={600}>
              <Money amount={sumOf(resources.map(shareOf))} currency="USD" /> per month
            </Text>
          )}
        </Group>
        <EvidenceList evidence={resources[0]!.evidence} />
        <DataTable
          label="Covered resources"
          columns={columnsOf(names)}
          rows={resources}
          keyOf={(resource) => resource.token}
        />
      </Stack>
    </Paper>
  );
}
