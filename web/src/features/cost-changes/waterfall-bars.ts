import { sumOf } from '../../lib/decimal.js';
import type { WaterfallBar } from '../../parts/chart/waterfall-options.js';
import type { CostChanges, Driver } from './use-cost-changes.js';

/** What a bar of the waterfall stands for. */
export type BarTarget =
  | { kind: 'before' | 'after' | 'other' | 'one-time' }
  | { kind: 'driver'; driver: Driver };

export interface ChangeBar extends WaterfallBar {
  target: BarTarget;
}

/** The bars from the costs before to those after. */
export function waterfallBars(changes: CostChanges, nameOf: (driver: Driver) => string) {
  const { before, after, drivers, other, one_time: oneTime } = changes;
  if (!before || !after || !other || !oneTime) return [];
  const steps: { name: string; amount: string; target: BarTarget }[] = [
    ...drivers.map((driver) => ({
      name: nameOf(driver),
      amount: driver.difference,
      target: { kind: 'driver', driver } as const,
    })),
    ...(other.driver_count > 0
      ? [
          {
            name: `Other (${other.driver_count.toLocaleString()})`,
            amount: other.difference,
            target: { kind: 'other' } as const,
          },
        ]
      : []),
    ...(oneTime.charges.length > 0
      ? [
          {
            name: 'Taxes, credits, one-time fees',
            amount: oneTime.difference,
            target: { kind: 'one-time' } as const,
          },
        ]
      : []),
  ];
  let level = before.amount;
  const stepBars = steps.map((step): ChangeBar => {
    const from = level;
    level = sumOf([level, step.amount]);
    return { ...step, isTotal: false, from, to: level };
  });
  const total = (name: string, amount: string, target: BarTarget): ChangeBar => ({
    name,
    amount,
    isTotal: true,
    from: '0',
    to: amount,
    target,
  });
  return [
    total('Before', before.amount, { kind: 'before' }),
    ...stepBars,
    total('After', after.amount, { kind: 'after' }),
  ];
}
