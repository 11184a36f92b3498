import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Charge, importCharges } from '../../../../test/cost-fixtures.js';
import { newAccount } from '../../../../test/harness.js';
import { readByTag, withoutRuleResults } from '../../../../test/read-by-tag.js';
import { storeVirtualTag } from '../../../../test/store-virtual-tag.js';
import { propertyRuns } from '../../../../test/property-runs.js';

/** The value of a tag of a charge as a rule sees it. */
type TagLookup = (key: string) => string | undefined;

/** A condition as text and as a function. */
interface Condition {
  text: string;
  matches: (charge: Charge, tag: TagLookup) => boolean;
}

const keys = ['L0', 'L1', 'L2', 'L3'];
const tagValue = fc.constantFrom<string[]>('x', 'y', 'Z z');
const days = ['2026-01-05', '2026-01-31', '2026-02-01', '2026-02-28'];

const normalized = (text: string | undefined) => text?.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Rules may refer to the tags of lower levels; their own key means the provider's tag. */
function conditionAt(level: number): fc.Arbitrary<Condition> {
  const tagKey = fc.constantFrom(...keys.slice(0, level + 1), 'team');
  return fc.oneof(
    fc.constantFrom('1', '2').map((id) => ({
      text: `costs.account_id = '${id}'`,
      matches: ({ account }: Charge) => account === id,
    })),
    fc.constantFrom('r1', 'r2').map((id) => ({
      text: `costs.service = 'Compute' AND costs.resource_id = '${id}'`,
      matches: ({ resource }: Charge) => resource === id,
    })),
    fc.constantFrom('r1', 'r2').map((id) => ({
      text: `costs.service = 'Compute' AND costs.resource_id != '${id}'`,
      matches: ({ resource }: Charge) => resource !== id,
    })),
    fc.tuple(tagKey, tagValue).map(([key, value]) => ({
      text: `tags.name = '${key}' AND tags.value = '${value}'`,
      matches: (_: Charge, tag: TagLookup) => tag(key) === value,
    })),
    fc.tuple(tagKey, tagValue).map(([key, value]) => ({
      text: `tags.name = '${key}' AND tags.value != '${value}'`,
      matches: (_: Charge, tag: TagLookup) => ![undefined, value].includes(tag(key)),
    })),
    tagKey.map((key) => ({
      text: `tags.name = '${key}' AND tags.value = NULL`,
      matches: (_: Charge, tag: TagLookup) => tag(key) === undefined,
    })),
    tagKey.map((key) => ({
      text: `tags.name = '${key}' AND tags.value ~* 'z-Z'`,
      matches: (_: Charge, tag: TagLookup) => normalized(tag(key)) === 'zz',
    })),
    fc.tuple(tagKey, tagKey, tagValue).map(([one, two, value]) => ({
      text: `(tags.name, tags.value) IN (('${one}', '${value}'), ('${two}', 'x'))`,
      matches: (_: Charge, tag: TagLookup) =>
        one === two
          ? [value, 'x'].includes(tag(one) ?? '')
          : tag(one) === value && tag(two) === 'x',
    })),
  );
}

const filterAt = (level: number): fc.Arbitrary<Condition> =>
  fc.array(conditionAt(level), { minLength: 1, maxLength: 2 }).map((some) => ({
    text: some.map(({ text }) => `(costs.provider = 'aws' AND ${text})`).join(' OR '),
    matches: (charge, tag) => some.some(({ matches }) => matches(charge, tag)),
  }));

const tagAt = (level: number) =>
  fc.record({
    overridable: fc.boolean(),
    since: fc.constantFrom('2020-01-01', '2026-02-01'),
    values: fc.array(
      fc.record({
        filter: filterAt(level),
        name: tagValue,
        dates: fc.constantFrom<[string, string | null][]>([], [['2026-01-31', '2026-02-01']]),
      }),
      { maxLength: 3 },
    ),
    collapsed: fc.constantFrom<{ key: string }[]>([], [{ key: 'team' }]),
  });
type TestTag = ReturnType<typeof tagAt> extends fc.Arbitrary<infer Tag> ? Tag : never;

const charges = fc.array(
  fc.record({
    day: fc.constantFrom(...days),
    account: fc.constantFrom('1', '2', '3'),
    resource: fc.constantFrom('r1', 'r2', 'r3', undefined),
    tags: fc.constantFrom<Record<string, string>>(
      {},
      { team: 'x' },
      { team: 'zz', L1: 'y' },
      { L0: 'x', L2: 'Z z' },
    ),
  }),
  { minLength: 1, maxLength: 20 },
);

/** The value of a tag by the words of the documentation. */
function evaluate(tags: readonly TestTag[], level: number, charge: Charge): string | undefined {
  const { overridable, since, values, collapsed } = tags[level]!;
  const provided = (key: string) => charge.tags?.[key];
  const lookup: TagLookup = (key) => {
    const nested = keys.indexOf(key);
    return nested === -1 || nested >= level ? provided(key) : evaluate(tags, nested, charge);
  };
  const own = provided(keys[level]!);
  if (own !== undefined && !overridable) return own;
  if (charge.day < since) return own;
  const isOn = (dates: [string, string | null][]) =>
    dates.length === 0 || dates.some(([start, end]) => start <= charge.day && charge.day <= end!);
  const match = values.find((value) => isOn(value.dates) && value.filter.matches(charge, lookup));
  return match?.name ?? collapsed.map(({ key }) => provided(key)).find(Boolean) ?? own;
}

test('nested tags have the values that their rules give one after the other, stored or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      charges,
      fc.tuple(...keys.map((_, level) => tagAt(level))),
      async (some, tags) => {
        const account = await newAccount();
        const { costs } = account.app.services;
        // Powers of two: every sum says which charges it is of.
        const lines: Charge[] = some.map((each, index) => ({ ...each, cost: `${2 ** index}` }));
        await importCharges(account, lines);
        for (const [level, { values, ...tag }] of tags.entries()) {
          await storeVirtualTag(account, {
            key: keys[level]!,
            ...tag,
            values: values.map((value) => ({ ...value, filter: value.filter.text })),
          });
        }
        for (const [level, key] of keys.entries()) {
          const expected: Record<string, number> = {};
          for (const line of lines) {
            const group = `${line.day} ${evaluate(tags, level, line) ?? 'null'}`;
            expected[group] = (expected[group] ?? 0) + Number(line.cost);
          }
          const found = await readByTag(account, costs, key);
          expect(toNumbers(found)).toEqual(expected);
        }
        const top = keys.at(-1)!;
        const inline = await withoutRuleResults(costs, (store) => readByTag(account, store, top));
        expect(inline).toEqual(await readByTag(account, costs, top));
      },
    ),
    { numRuns: propertyRuns(4), seed: 20260310 },
  );
});

const toNumbers = (amounts: Record<string, string>) =>
  Object.fromEntries(Object.entries(amounts).map(([group, amount]) => [group, Number(amount)]));
