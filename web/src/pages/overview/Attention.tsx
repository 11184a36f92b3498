import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { anomalyPage } from '../../features/anomalies/anomaly.js';
import { budgetPage } from '../../features/budgets/budget.js';
import { formatDay } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { Icon, type IconName } from '../../parts/icons.js';
import { TableSkeleton } from '../../parts/Skeletons.js';

type Item = Schemas['AttentionItem'];

/** Rows that are shown at first, and those that are read at all. */
const fewRows = 5;
const maxRows = 100;

/** What needs attention today, whichever period is shown. */
export function Attention() {
  const workspace = useWorkspace();
  const { data, error, refetch } = useGet(
    '/console/attention',
    { query: { workspace_token: workspace?.token, limit: maxRows } },
    { enabled: workspace !== undefined },
  );
  const [isOpen, setOpen] = useState(false);
  const rows = data?.attention ?? [];
  const shown = isOpen ? rows : rows.slice(0, fewRows);
  return (
    <Stack component="section" gap="xs" aria-label="Needs attention today">
      <Title order={2}>Needs attention today</Title>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={3} />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          Nothing. Imports are up to date, and no budget, anomaly, message or commitment needs you.
        </Text>
      )}
      {shown.length > 0 && (
        <ul className="attention-list">
          {shown.map((item, index) => (
            <Row key={`${item.kind} ${item.token ?? index}`} {...item} />
          ))}
        </ul>
      )}
      {data && data.total > fewRows && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `Show all ${data.total}`}
        </Button>
      )}
    </Stack>
  );
}

interface KindTexts {
  icon: IconName;
  isUrgent?: boolean;
  to: (token: string) => string;
  text: (item: Item) => string;
}

const on = ({ date }: Item): string => (date ? formatDay(date) : '');

const kinds: Record<Item['kind'], KindTexts> = {
  import_failed: {
    icon: 'data',
    isUrgent: true,
    to: (token) => `/integrations/${token}`,
    text: (item) => `Import failed${item.date ? `, last import ${on(item)}` : ''}`,
  },
  budget_over: {
    icon: 'budget',
    isUrgent: true,
    to: budgetPage,
    text: () => 'Over budget this month, by',
  },
  anomaly: {
    icon: 'anomaly',
    isUrgent: true,
    to: anomalyPage,
    text: (item) =>
      item.count === 1
        ? `Above expected costs on ${on(item)}, by`
        : `Above expected costs on ${item.count} days since ${on(item)}, by`,
  },
  budget_at_risk: {
    icon: 'budget',
    to: budgetPage,
    text: ({ amount }) =>
      amount ? 'At risk: forecast above the budget, by' : 'At risk: spent faster than planned',
  },
  delivery_failed: {
    icon: 'notification',
    to: () => '/delivery-log',
    text: (item) => `Not delivered, last on ${on(item)}`,
  },
  import_stale: {
    icon: 'data',
    to: (token) => `/integrations/${token}`,
    text: (item) => `No new costs since ${on(item)}`,
  },
  commitment_expiring: {
    icon: 'plan',
    to: () => '/commitments',
    text: (item) => `Expires on ${on(item)}, cost per month`,
  },
};

function Row(item: Item) {
  const { kind, token, title, amount, currency } = item;
  const { icon, isUrgent, to, text } = kinds[kind];
  return (
    <li data-urgent={isUrgent}>
      <Icon name={icon} />
      <div>
        <Anchor
          component={Link}
          to={to(token ?? '')}
          {...(kind === 'delivery_failed' && { search: { state: 'failed' } as never })}
          size="sm"
          fw={500}
        >
          {title}
        </Anchor>
        <Text size="xs" c="dimmed">
          {text(item)}{' '}
          {amount && currency && (
            <Text span inherit c="bright" fw={600}>
              <Money amount={amount} currency={currency} />
            </Text>
          )}
        </Text>
      </div>
    </li>
  );
}
