import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { readBilledCosts } from '../../../../test/billed-costs.js';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { newAccount } from '../../../../test/harness.js';
import {
  assignRules,
  type ManagedAccount,
  newManagedAccount,
  rebill,
  type TestRule,
} from '../../../../test/managed-accounts.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { propertyRuns } from '../../../../test/property-runs.js';

interface Line {
  service: string;
  account: string;
  cost: Decimal;
}

/** A rule, and the same in plain code. */
interface Step {
  rule: TestRule;
  apply: (lines: Line[]) => Line[];
}

const services = ['Compute', 'Storage', 'Database'];
const accounts = ['a-1', 'a-2'];
const lines: Line[] = services.flatMap((service, index) =>
  accounts.map((account) => ({ service, account, cost: new Decimal(`${index + 1}0.25`) })),
);

const custom = (sql_query: string): TestRule => ({ type: 'custom', sql_query });
const service = fc.constantFrom(...services);
const cents = fc.integer({ min: 2, max: 60 });

const adjustment = fc
  .record({ service, percent: cents })
  .map(({ service: name, percent }): Step => ({
    rule: { type: 'adjustment', service: name, percentage: String(percent) },
    apply: (all) =>
      all.map((line) =>
        line.service === name ? { ...line, cost: line.cost.times(percent).div(100) } : line,
      ),
  }));
const surcharge = fc
  .record({ account: fc.constantFrom(...accounts), extra: cents })
  .map(({ account, extra }): Step => ({
    rule: custom(
      `UPDATE costs SET amount = costs.amount + ${extra} WHERE costs.account_id = '${account}'`,
    ),
    apply: (all) =>
      all.map((line) =>
        line.account === account ? { ...line, cost: line.cost.plus(extra) } : line,
      ),
  }));
const renaming = fc.record({ from: service, to: service }).map(({ from, to }): Step => ({
  rule: custom(`UPDATE costs SET service = '${to}' WHERE costs.service = '${from}'`),
  apply: (all) => all.map((line) => (line.service === from ? { ...line, service: to } : line)),
}));
const deletion = cents.map((limit): Step => ({
  rule: custom(`DELETE FROM costs WHERE costs.amount < ${limit} AND costs.account_id = 'a-1'`),
  apply: (all) => all.filter((line) => line.account !== 'a-1' || line.cost.gte(limit)),
}));
// Six factors of two places at most, so that every amount is exact as it is stored.
const steps = fc.array(fc.oneof(adjustment, surcharge, renaming, deletion), {
  minLength: 2,
  maxLength: 6,
});

function sums(all: readonly Line[]): Record<string, string> {
  const totals: Record<string, Decimal> = {};
  for (const { service: name, cost } of all)
    totals[name] = (totals[name] ?? new Decimal(0)).plus(cost);
  return Object.fromEntries(Object.entries(totals).map(([name, total]) => [name, total.toFixed()]));
}

let child: ManagedAccount;
beforeAll(async () => {
  const parent = await newAccount();
  const charges = lines.map(({ cost, ...line }) => ({
    ...line,
    day: '2026-01-30' as const,
    cost: cost.toFixed(),
  }));
  child = await newManagedAccount(parent, [await importCharges(parent, charges)]);
});

test('rules do what they do one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await assignRules(
        child,
        sequence.map(({ rule }) => rule),
      );
      await rebill(child);
      const expected = sequence.reduce((all, { apply }) => apply(all), lines);
      expect(await readBilledCosts(child, child.workspace.token, 'service')).toEqual(
        sums(expected),
      );
    }),
    { numRuns: propertyRuns(10), seed: 20260310 },
  );
});
