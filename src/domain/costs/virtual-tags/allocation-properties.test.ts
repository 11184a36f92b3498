import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costRequests } from '../../../../test/cost-requests.js';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { storeVirtualTag } from '../../../../test/store-virtual-tag.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { propertyRuns } from '../../../../test/property-runs.js';

const accounts = ['1', '2', '3'];

const charges = fc.array(
  fc.record({
    cost: fc
      .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 0, max: 18 }))
      .map(([digits, places]) =>
        new Decimal(digits.toString()).div(new Decimal(10).pow(places)).toFixed(),
      ),
    day: fc.constantFrom('2026-01-05', '2026-01-31', '2026-02-01', '2026-02-28'),
    account: fc.constantFrom(...accounts),
    tags: fc.constantFrom<Record<string, string>>({}, { team: 'a' }, { team: 'b', One: 'own' }),
  }),
  { minLength: 1, maxLength: 12 },
);

const filters = fc
  .subarray(accounts, { minLength: 1 })
  .map((some) =>
    some.map((id) => `(costs.provider = 'aws' AND costs.account_id = '${id}')`).join(' OR '),
  );

const value = fc.record({
  filter: filters,
  result: fc.oneof(
    fc.constant({ name: 'x' }),
    fc.array(fc.integer({ min: 1, max: 3333 }), { minLength: 1, maxLength: 3 }).map((list) => ({
      percentages: Object.fromEntries(list.map((pct, at) => [`p${at}`, pct / 100])),
    })),
    fc.constant({ costMetric: { filter: "costs.provider = 'aws'", tag: 'team' } }),
  ),
  dates: fc.constantFrom<[string | null, string | null][]>([], [['2026-01-31', '2026-02-01']]),
});

const virtualTag = fc.record({
  values: fc.array(value, { maxLength: 3 }),
  overridable: fc.boolean(),
});

test('no cost is lost or counted twice, however it is allocated, filtered and grouped', async () => {
  let account: Account;
  const { readCosts } = costRequests(() => account);
  const all = {
    start_date: '2026-01-01',
    end_date: '2026-03-10',
    date_bin: 'month',
    'settings[include_credits]': true,
    'settings[include_refunds]': true,
  };
  await fc.assert(
    fc.asyncProperty(charges, virtualTag, virtualTag, async (lines, one, two) => {
      account = await newAccount();
      await importCharges(account, lines);
      for (const [key, { values, overridable }] of Object.entries({ One: one, Two: two })) {
        await storeVirtualTag(account, {
          key,
          overridable,
          values: values.map(({ filter, result, dates }) => ({ filter, dates, ...result })),
        });
      }
      const whole = lines.reduce((sum, { cost }) => sum.plus(cost), new Decimal(0));
      for (const groupings of ['', 'tag:One', 'tag:One,tag:Two', 'tag:Two,account_id']) {
        const body = await readCosts({ ...all, groupings: groupings || undefined });
        expect(new Decimal(body.total_cost.amount).toFixed()).toBe(whole.toFixed());
        const rows = body.costs as { amount: string }[];
        const sum = rows.reduce((total, { amount }) => total.plus(amount), new Decimal(0));
        expect(sum.toFixed()).toBe(whole.toFixed());
      }
      // One value, all others and no value make up the total.
      const hasTag = `costs.provider = 'aws' AND tags.name = 'One'`;
      const parts = [
        `${hasTag} AND tags.value = 'p0'`,
        `${hasTag} AND tags.value != 'p0'`,
        `${hasTag} AND tags.value = NULL`,
      ];
      const results = await Promise.all(parts.map((filter) => readCosts({ ...all, filter })));
      const sumOfParts = results.reduce(
        (total, body) => total.plus(body.total_cost.amount),
        new Decimal(0),
      );
      expect(sumOfParts.toFixed()).toBe(whole.toFixed());
    }),
    { numRuns: propertyRuns(3), seed: 20260310 },
  );
});
