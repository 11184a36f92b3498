import { Group } from '@mantine/core';
import { approximate, minus } from '../../lib/decimal.js';
import { formatPercent } from '../../lib/money.js';
import { Figure, Money } from '../../parts/figures.js';
import type { Efficiency } from './levels.js';

/** Cost, idle cost and efficiency of everything that is shown. */
export function EfficiencyFigures({ total, currency }: Pick<Efficiency, 'total' | 'currency'>) {
  const figures = total.find((each) => each.currency === currency);
  if (!figures) return null;
  const { amount, idle_cost: idle, cost_efficiency: efficiency } = figures;
  return (
    <Group gap="xl" align="flex-start">
      <Figure label="Cost" help="CPU, memory and GPUs at undiscounted prices">
        <Money amount={amount} currency={currency} />
      </Figure>
      <Figure label="Used" help="The part of the cost that pods used">
        <Money amount={minus(amount, idle)} currency={currency} />
      </Figure>
      <Figure label="Idle" help="Requested but not used, or not taken by any pod">
        <Money amount={idle} currency={currency} />
      </Figure>
      <Figure label="Efficiency" help="Used cost as a share of the cost">
        {efficiency === null ? '–' : formatPercent(approximate(efficiency) / 100)}
      </Figure>
    </Group>
  );
}
