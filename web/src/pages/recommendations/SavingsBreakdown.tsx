import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/types.js';
import { approximate } from '../../lib/decimal.js';
import { Money } from '../../parts/figures.js';
import type { Filters } from './filters.js';
import { useFilters } from './use-filters.js';
import '../../features/recommendations/recommendations.css';

/** Rows that are shown at first. */
const fewRows = 6;

interface SavingsBreakdownProps {
  title: string;
  groups: readonly Schemas['SavingsGroup'][];
  currency: string;
  nameOf: (value: string) => string;
  /** The filter of the list that a row sets. */
  filterOf: (value: string) => Filters;
  children?: ReactNode;
}

/** Savings by group, largest first; a row filters the list to its recommendations. */
export function SavingsBreakdown(props: SavingsBreakdownProps) {
  const { title, groups, currency, nameOf, filterOf, children } = props;
  const [isOpen, setOpen] = useState(false);
  const [, change] = useFilters();
  const largest = Math.max(0.01, ...groups.map(({ available }) => approximate(available)));
  return (
    <Stack gap={6} component="section" aria-label={title}>
      <Group justify="space-between" mih={30}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Group>
      {groups.length === 0 && (
        <Text size="sm" c="dimmed">
          No savings yet.
        </Text>
      )}
      <ul className="savings-list">
        {groups.slice(0, isOpen ? groups.length : fewRows).map(({ value, available, realised }) => (
          <li key={value ?? ''}>
            <span className="savings-name">
              {value === null ? (
                'None'
              ) : (
                <Anchor
                  component="button"
                  inherit
                  ta="left"
                  onClick={() => change(filterOf(value))}
                >
                  {nameOf(value)}
                </Anchor>
              )}
            </span>
            <span className="savings-amount">
              <Money amount={available} currency={currency} />
              {approximate(realised) > 0 && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  · <Money amount={realised} currency={currency} /> realized
                </Text>
              )}
            </span>
            <span
              className="savings-bar"
              style={{ width: `${(approximate(available) / largest) * 100}%` }}
            />
          </li>
        ))}
      </ul>
      {groups.length > fewRows && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show fewer' : `Show all ${groups.length}`}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
