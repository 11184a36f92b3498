import { Box, Button, Group, Slider, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/types.js';
import { formatDateRange } from '../../lib/dates.js';
import { approximate } from '../../lib/decimal.js';
import { formatMoney, formatNumber } from '../../lib/money.js';
import { Figure, Money } from '../../parts/figures.js';
import { percentOf } from './percent.js';
import { SavingCurve } from './SavingCurve.js';

type Simulation = Answer<'/v2/financial_commitments/simulation'>;
type Purchase = Simulation['curve'][number];

/** A slider over commitments, with what the chosen one would save, and lose if usage falls. */
export function PurchaseSlider({
  simulation,
  onChoose,
}: {
  simulation: Simulation;
  onChoose: (purchase: Purchase) => void;
}) {
  const { curve, best, currency, unit } = simulation;
  const bestIndex = curve.findIndex(({ commitment }) => commitment === best?.commitment);
  const [index, setIndex] = useState(Math.max(bestIndex, 0));
  const choose = (at: number) => {
    setIndex(at);
    onChoose(curve[at]!);
  };
  const chosen = curve[Math.min(index, curve.length - 1)];
  if (!chosen) return null;
  const textOf = ({ commitment }: Purchase) =>
    unit === 'units'
      ? `${formatNumber(approximate(commitment))} units`
      : `${formatMoney(commitment, currency)} per hour`;
  return (
    <div>
      <SavingCurve simulation={simulation} index={index} best={bestIndex} />
      <Box className="plot-slider" pb="md">
        <Slider
          thumbLabel="Commitment"
          min={0}
          max={curve.length - 1}
          step={1}
          value={index}
          onChange={choose}
          label={(at) => textOf(curve[at]!)}
          thumbProps={{ 'aria-valuetext': textOf(chosen) }}
        />
        <Group justify="space-between" mt={4}>
          <Text size="xs" c="dimmed">
            {textOf(curve[0]!)}
          </Text>
          <Text size="xs" c="dimmed">
            {textOf(curve.at(-1)!)}
          </Text>
        </Group>
      </Box>
      <Group gap="sm" mb="sm">
        <Text fw={600}>{textOf(chosen)}</Text>
        {bestIndex >= 0 && index !== bestIndex && (
          <Button size="compact-sm" variant="default" onClick={() => choose(bestIndex)}>
            Best: {textOf(curve[bestIndex]!)}
          </Button>
        )}
      </Group>
      <Outcome purchase={chosen} currency={currency} />
      <Text size="xs" c="dimmed" mt="xs">
        Usage from {formatDateRange(simulation.start_date, simulation.end_date)}, on demand{' '}
        {formatMoney(simulation.on_demand_cost, currency)} a month; discount{' '}
        {percentOf(simulation.discount_percent)}.
        {!simulation.hourly && ' Days without hours count as 24 equal hours.'}
      </Text>
    </div>
  );
}

function Outcome({ purchase, currency }: { purchase: Purchase; currency: string }) {
  const money = (amount: string) => <Money amount={amount} currency={currency} isCompact />;
  return (
    <Group gap="xl" align="flex-start" aria-live="polite" role="group" aria-label="Outcome">
      <Figure label="Saving per month" help="Usage at on-demand prices, less the commitment">
        {money(purchase.monthly_saving)}
      </Figure>
      <Figure
        label="Break-even"
        help="How far usage can fall in every hour until nothing is saved any more"
      >
        {purchase.break_even_fall_percent === null
          ? '–'
          : `−${percentOf(purchase.break_even_fall_percent)} usage`}
      </Figure>
      <Figure label="If usage falls 20%" help="Saving per month with a fifth less usage">
        {money(purchase.saving_if_usage_falls)}
      </Figure>
      <Figure
        label="Regret"
        help="What the best commitment for a fifth less usage would save more than this one"
      >
        {money(purchase.regret_if_usage_falls)}
      </Figure>
      <Figure label="Coverage" help="Part of the on-demand usage that it would cover">
        {percentOf(purchase.coverage_percent)}
      </Figure>
      <Figure label="Utilization" help="Part of the commitment that would be used">
        {percentOf(purchase.utilization_percent)}
      </Figure>
    </Group>
  );
}
