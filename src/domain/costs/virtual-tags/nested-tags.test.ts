import { beforeEach, describe, expect, test } from 'vitest';
import { costRequests } from '../../../../test/cost-requests.js';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { readByTag, withoutRuleResults } from '../../../../test/read-by-tag.js';
import { storeVirtualTag } from '../../../../test/store-virtual-tag.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { inlineValues, type Sql, sql } from '../../../platform/store/sql.js';
import { buildRowsStatement } from '../query/build-statements.js';
import { planCosts } from '../query/plan-costs.js';
import { compileFilters } from '../query/compile-filters.js';
import { readScope } from '../query/cost-scope.js';
import { allChargesSettings } from '../query/cost-settings.js';
import type { CostRow } from '../query/read-costs.js';
import { checkFilter } from '../vql/index.js';
import type { KeyRules } from './key-rules.js';
import type { VirtualTag } from './virtual-tag.js';
import { buildVirtualTagColumns } from './virtual-tag-column.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});
const { requestCosts } = costRequests(() => account);

const aws = "costs.provider = 'aws'";
const range = { start: '2026-01-01', end: '2026-01-31' };

/** Tags of which each but the first refers to the one before it in every value. */
function chainOfTags(
  levels: number,
  valueCount: number,
  lowest: (value: number) => string,
): VirtualTag[] {
  return Array.from({ length: levels }, (_, level) => ({
    token: `level ${level}`,
    key: `L${level}`,
    overridable: true,
    since: '2020-01-01',
    collapsed: [],
    values: Array.from({ length: valueCount }, (_each, value) => ({
      token: `value ${level} ${value}`,
      dateRanges: [],
      result: { kind: 'name', name: `x${value}` } as const,
      filter: checkFilter(
        'virtual_tag_value',
        level === 0
          ? lowest(value)
          : `(${aws} AND tags.name = 'L${level - 1}' AND tags.value = 'x${value}') OR (${aws} AND tags.name = 'L${level - 1}' AND tags.value = 'y${value}')`,
      ),
    })),
  }));
}

const keys = { rollup: 'tag_costs', loadIds: [1] } as const;
const byKey = (tags: readonly VirtualTag[]) => new Map(tags.map((tag) => [tag.key, tag]));
const resolve = (tag: VirtualTag) => ({ tag, shares: new Map<string, never>(), inFilters: false });
const byAccount = (value: number) => `${aws} AND costs.account_id = '${value}'`;

/** The rules of the highest tag, and those of all tags. */
function compile(tags: readonly VirtualTag[]) {
  const [column] = buildVirtualTagColumns('', [resolve(tags.at(-1)!)], {
    tags: byKey(tags),
    range,
    keys,
  });
  const all = new Set<KeyRules>([column!.keyRules]);
  for (const { nested } of all) for (const each of nested) all.add(each);
  return { column: column!, sizes: [...all].map(({ select }) => sizeOf([select(keys)])) };
}

const sizeOf = (parts: readonly Sql[]) => inlineValues(sql.join(parts)).length;

describe('the deepest chain that limits allow', () => {
  const deepest = chainOfTags(50, 100, byAccount);
  // As deep, but with fewer values: the engine takes its time for each of them.
  const executed = chainOfTags(50, 20, byAccount);

  test('is evaluated by statements of the size of one level each', () => {
    const [, upper] = compile(deepest.slice(0, 2)).sizes.toReversed();
    const { column, sizes } = compile(deepest);
    expect(sizes).toHaveLength(50);
    expect(Math.max(...sizes)).toBeLessThan(1.1 * upper!);
    expect(sizeOf(column.inlineJoins())).toBeLessThan(3 * 50 * upper!);
    expect(sizeOf(column.joins)).toBeLessThan(300);
  });

  test('has values', async () => {
    const { costs, db } = account.app.services;
    await importCharges(account, [
      { cost: '1', day: '2026-01-09', account: '7' },
      { cost: '2', day: '2026-01-10', account: '19' },
      { cost: '4', day: '2026-01-11', account: 'other' },
    ]);
    const scope = await readScope(db, [account.workspace.token]);
    const virtual = {
      tags: byKey(executed),
      resolved: [resolve(executed.at(-1)!)],
      range,
      groupedBy: ['L49'],
      anyTag: false,
      readsResources: false,
    };
    const { condition } = await compileFilters(
      costs,
      scope,
      { combined: [] },
      'amortized',
      virtual,
    );
    const plan = planCosts({
      condition,
      startDate: range.start,
      endDate: range.end,
      today: '2026-03-10',
      dateBin: 'range',
      groupings: [{ kind: 'tag', key: 'L49' }],
      settings: allChargesSettings,
      conversion: { to: 'USD', method: 'daily', factors: [], unratedCurrencies: [] },
      order: 'asc',
      limit: 0,
      offset: 0,
    });
    const rows = await selectRows<CostRow>(costs.client, buildRowsStatement(plan));
    expect(Object.fromEntries(rows.map(({ g0, amount }) => [String(g0), amount]))).toEqual({
      x7: '1',
      x19: '2',
      null: '4',
    });
  });
});

test('tags that several others refer to are evaluated once', () => {
  const pair = (level: number, side: string): VirtualTag => ({
    ...chainOfTags(1, 10, (value) =>
      level === 0
        ? byAccount(value)
        : `${aws} AND (tags.name, tags.value) IN (('${level - 1} left', 'x${value}'), ('${level - 1} right', 'x${value}'))`,
    )[0]!,
    key: `${level} ${side}`,
  });
  const tags = Array.from({ length: 20 }, (_, level) => [
    pair(level, 'left'),
    pair(level, 'right'),
  ]);
  const { column, sizes } = compile(tags.flat());
  expect(sizes).toHaveLength(39);
  expect(sizeOf(column.inlineJoins())).toBeLessThan(5 * Math.max(...sizes) * sizes.length);
});

test('where results cannot be stored, rules are evaluated in the statement and the error is counted', async () => {
  await importCharges(account, [
    { cost: '1', day: '2026-01-09', account: '1' },
    { cost: '2', day: '2026-01-09', account: '2' },
  ]);
  const named = (filter: string) => ({ filter: `${aws} AND ${filter}`, name: 'mine' });
  await storeVirtualTag(account, { key: 'Team', values: [named("costs.account_id = '1'")] });
  const ofTeam = named("tags.name = 'Team' AND tags.value = 'mine'");
  await storeVirtualTag(account, { key: 'Department', values: [ofTeam] });
  const errorCount = async () => {
    const { body } = await account.as.get('/metrics');
    return Number(
      /farthing_cost_store_errors_total\{task="materialize_rules"\} (\d+)/.exec(body)?.[1],
    );
  };
  const { costs } = account.app.services;
  const read = () => withoutRuleResults(costs, (store) => readByTag(account, store, 'Department'));
  const expected = { '2026-01-09 mine': '1', '2026-01-09 null': '2' };
  expect(await read()).toEqual(expected);
  const before = await errorCount();
  expect(await read()).toEqual(expected);
  expect(await errorCount()).toBe(before + 1);
  expect(await readByTag(account, costs, 'Department')).toEqual(expected);
});

test('rules that are too large for a statement are rejected with a sentence', async () => {
  await importCharges(account, [{ cost: '1', day: '2026-01-09' }]);
  const pairs = (value: number) =>
    Array.from({ length: 1_600 }, (_, pair) => `costs.account_id = '${value}-${pair}'`).join(
      ' OR ',
    );
  await storeVirtualTag(account, {
    key: 'Large',
    values: Array.from({ length: 50 }, (_, value) => ({
      filter: `${aws} AND (${pairs(value)})`,
      name: `x${value}`,
    })),
  });
  const { status, body } = await requestCosts({
    start_date: '2026-01-01',
    end_date: '2026-01-31',
    groupings: 'tag:Large',
  });
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      errors: [
        'The filters and rules of this query are too large to evaluate; use fewer or shorter conditions in its filters, segments and virtual tags',
      ],
    },
  });
});
