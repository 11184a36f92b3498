import { expect, test } from 'vitest';
import type { ApiProblem } from '../../web/src/api/problem.js';
import type { Schemas } from '../../web/src/api/types.js';
import { planImport } from '../../web/src/pages/budgets/import/plan-import.js';
import { readBudgetCsv } from '../../web/src/pages/budgets/import/read-budget-csv.js';
import { bodyOf, requireComplete } from '../../web/src/pages/budgets/budget-values.js';
import {
  type Plan,
  emptyPlan,
  monthsOf,
  periodsOf,
  planOf,
  totalOf,
  withMode,
} from '../../web/src/pages/budgets/plan.js';

type Budget = Schemas['Budget'];

const plan = (part: Partial<Plan>): Plan => ({
  ...emptyPlan('2026-03-10'),
  amount: '100',
  ...part,
});

test('the same amount is one period, open or through the last day of its last month', () => {
  expect(periodsOf(plan({}))).toEqual([{ start_at: '2026-03-01', end_at: null, amount: '100' }]);
  expect(periodsOf(plan({ end: '2026-06-01' }))).toEqual([
    { start_at: '2026-03-01', end_at: '2026-06-30', amount: '100' },
  ]);
  expect(periodsOf(plan({ amount: '' }))).toEqual([]);
});

const values = {
  name: 'Cloud',
  kind: 'report',
  cost_report_token: 'rprt_1',
  child_budget_tokens: [],
  periods: plan({}),
} as const;
const missing = (part: object) => {
  try {
    requireComplete({ ...values, child_budget_tokens: [], ...part });
    return [];
  } catch (error) {
    return (error as ApiProblem).messages.map((message) => message.split(' ')[0]);
  }
};

test('a budget without costs, amounts or children is refused before it is saved', () => {
  expect(missing({})).toEqual([]);
  expect(missing({ name: ' ', cost_report_token: '', periods: plan({ amount: '' }) })).toEqual([
    'name',
    'cost_report_token',
    'periods',
  ]);
  expect(missing({ kind: 'children', cost_report_token: '' })).toEqual(['child_budget_tokens']);
  const sum = { kind: 'children' as const, child_budget_tokens: ['bdgt_1'] };
  expect(missing(sum)).toEqual([]);
  expect(bodyOf({ ...values, ...sum })).toEqual({ name: 'Cloud', child_budget_tokens: ['bdgt_1'] });
});

test('growth compounds in cents, exactly, and may be negative', () => {
  const months = monthsOf(plan({ mode: 'growth', growth: '2', length: 4 }));
  expect(months.map(({ amount }) => amount)).toEqual(['100', '102.0', '104.04', '106.12']);
  const shrinking = monthsOf(plan({ mode: 'growth', growth: '-12.5', length: 3 }));
  expect(shrinking.map(({ amount }) => amount)).toEqual(['100', '87.5', '76.56']);
  expect(totalOf(months)).toBe('412.16');
  expect(periodsOf(plan({ mode: 'growth', length: 2 }))[1]).toEqual({
    start_at: '2026-04-01',
    end_at: '2026-04-30',
    amount: '102.0',
  });
});

test.each([
  [[{ start_at: '2026-03-01', end_at: '9999-12-31', amount: '5.0' }], 'same'],
  [[{ start_at: '2026-03-01', end_at: '2026-05-31', amount: '5.0' }], 'same'],
  [
    [
      { start_at: '2026-03-01', end_at: '2026-03-31', amount: '5.0' },
      { start_at: '2026-05-01', end_at: '2026-05-31', amount: '6.0' },
    ],
    'months',
  ],
  [[{ start_at: '2026-03-15', end_at: '9999-12-31', amount: '5.0' }], 'periods'],
  [
    [
      { start_at: '2026-01-01', end_at: '2026-02-28', amount: '5.0' },
      { start_at: '2026-03-01', end_at: '9999-12-31', amount: '6.0' },
    ],
    'periods',
  ],
] as const)('%j is edited as %s and stays what it is', (periods, mode) => {
  const edited = planOf({ periods: [...periods] }, '2026-03-10');
  expect(edited.mode).toBe(mode);
  expect(periodsOf(edited)).toEqual(
    periods.map((each) => ({ ...each, end_at: each.end_at === '9999-12-31' ? null : each.end_at })),
  );
});

test('another mode keeps the amounts that are entered', () => {
  const months = withMode(plan({ mode: 'growth', length: 2 }), 'months');
  expect(months.months).toEqual([
    { month: '2026-03-01', amount: '100' },
    { month: '2026-04-01', amount: '102.0' },
  ]);
  expect(withMode(plan({}), 'months').months).toHaveLength(12);
  expect(withMode(plan({}), 'periods').periods).toEqual([
    { start_at: '2026-03-01', end_at: null, amount: '100' },
  ]);
});

const csv = `Name,Parent Budget,2026-01,2026-02
Cloud,,,
"Production, EU",Cloud,100,200.50
Development,Cloud,,50
`;

test('a CSV file becomes a period per amount', () => {
  const { budgets, problems } = readBudgetCsv(csv);
  expect(problems).toEqual([]);
  expect(budgets.map(({ name, parent }) => [name, parent])).toEqual([
    ['Cloud', ''],
    ['Production, EU', 'Cloud'],
    ['Development', 'Cloud'],
  ]);
  expect(budgets[1]!.periods).toEqual([
    { start_at: '2026-01-01', end_at: '2026-01-31', amount: '100.0' },
    { start_at: '2026-02-01', end_at: '2026-02-28', amount: '200.5' },
  ]);
  expect(budgets[2]!.periods).toHaveLength(1);
});

test.each([
  ['', 'The file is empty.'],
  ['Name\nA', 'Line 1: there is no column of a month, such as 2026-03.'],
  ['Name,2026-01,2026-01\nA,1,2', 'Line 1: 2026-01 occurs twice.'],
  ['Name,2026-01,\nA,1,', 'Line 1: a column has no name.'],
  ['Name,January\nA,1', 'Line 1: “January” is not a month such as 2026-03.'],
  ['Name,2026-01\nA,"1,000"', 'Line 2: “1,000” is not a plain number such as 1200.50.'],
  ['Name,2026-01\nA,-5', 'Line 2: “-5” is not a plain number such as 1200.50.'],
  ['Name,2026-01\nA,1\nA,2', 'Line 2: the name “A” occurs twice.'],
  ['Name,2026-01\n ,1', 'Line 2: the budget has no name.'],
  ['Name,Parent Budget,2026-01\nA,,1\nB,A,1', 'Line 3: the parent “A” must have no amounts.'],
  [
    'Name,Parent Budget,2026-01\nA,B,\nB,A,',
    'Line 2: “A” is a parent of itself, directly or through others.',
  ],
  ['Name,2026-01\nA,1,2', 'Line 2: there are more cells than columns.'],
  ['Name,2026-01\n"A,1', 'The quotes in line 2 do not match.'],
])('%j is refused', (text, problem) => {
  expect(readBudgetCsv(text).problems[0]).toBe(problem);
});

const existing = (name: string, part: Partial<Budget> = {}): Budget =>
  ({ token: `bdgt_${name}`, name, child_budget_tokens: [], periods: [], ...part }) as never;

test('children are stored before their parents, and existing names need to be overwritten', () => {
  const { budgets } = readBudgetCsv(csv);
  const names = planImport(budgets, [], false).steps.map(({ name }) => name);
  expect(names).toEqual(['Production, EU', 'Development', 'Cloud']);
  const found = [existing('Development')];
  expect(planImport(budgets, found, false).problems).toEqual([
    'Line 4: there is a budget named “Development” already.',
  ]);
  const overwriting = planImport(budgets, found, true);
  expect(overwriting.problems).toEqual([]);
  expect(overwriting.steps[1]!.existing).toBe(found[0]);
});

test('a parent may be an existing budget without amounts', () => {
  const { budgets } = readBudgetCsv('Name,Parent Budget,2026-01\nA,All,1');
  const problemsWith = (...found: Budget[]) => planImport(budgets, found, false).problems;
  expect(problemsWith()).toEqual(['Line 2: there is no budget named “All”.']);
  expect(problemsWith(existing('All'))).toEqual([]);
  expect(planImport(budgets, [existing('All')], false).parents[0]!.children).toEqual(['A']);
  const amounts = [{ start_at: '2026-01-01', end_at: '2026-01-31', amount: '1.0' }];
  expect(problemsWith(existing('All', { periods: amounts }))).toEqual([
    'Line 2: the parent “All” must have no amounts.',
  ]);
  expect(problemsWith(existing('All'), existing('All'))).toEqual([
    'Line 2: there are several budgets named “All”.',
  ]);
});
