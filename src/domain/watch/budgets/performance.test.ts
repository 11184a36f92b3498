import { expect, test } from 'vitest';
import { Decimal } from '../../../platform/lib/decimal.js';
import { findHierarchyProblem } from './hierarchy.js';
import { type BudgetTree, computePerformance } from './performance.js';
import { type StoredPeriod, closePeriods, haveOverlap, monthAmount } from './periods.js';

const period = (start_at: string, end_at: string | null, amount: string): StoredPeriod => ({
  start_at,
  end_at,
  amount,
});

const budget = (
  token: string,
  periods: StoredPeriod[],
  children: BudgetTree[] = [],
): BudgetTree => ({
  token,
  name: token,
  cost_report_token: children.length > 0 ? null : token,
  periods: closePeriods(periods),
  children,
});

const spends: Record<string, Record<string, string>> = {
  a: { '2024-12-01': '55000.00', '2025-01-01': '1200.00', '2025-02-01': '900.00' },
  b: { '2024-12-01': '800.00', '2025-01-01': '30099.97', '2025-02-01': '43544.19' },
};
const spendOf = (report: string, month: string) => new Decimal(spends[report]?.[month] ?? 0);

const a = budget('a', [period('2024-12-01', '2024-12-31', '60000')]);
const b = budget('b', [
  period('2025-01-01', '2025-01-31', '30000'),
  period('2025-02-01', '2025-02-28', '40000'),
]);

test('budgets and their parent perform as in the worked example', () => {
  const on = (tree: BudgetTree) => computePerformance(tree, '2025-02-18', spendOf);
  expect(on(a)).toEqual([{ date: 'December, 2024', actual: '-8%', amount: '60000.0' }]);
  expect(on(b)).toEqual([
    { date: 'February, 2025', actual: '8%', amount: '40000.0' },
    { date: 'January, 2025', actual: '0%', amount: '30000.0' },
  ]);
  expect(on(budget('parent', [], [a, b]))).toEqual([
    { date: 'February, 2025', actual: '11%', amount: '40000.0' },
    { date: 'January, 2025', actual: '4%', amount: '30000.0' },
    { date: 'December, 2024', actual: '-7%', amount: '60000.0' },
  ]);
});

test('months without a budget are null slots', () => {
  const gaps = budget('none', [
    period('2023-01-01', '2023-01-31', '234'),
    period('2024-01-01', '2024-01-31', '123'),
    period('2024-07-01', '2024-09-30', '10000'),
  ]);
  const slots = computePerformance(
    gaps,
    '2024-07-09',
    (_, month) => new Decimal(month === '2023-01-01' ? 3100 : 0),
  );
  expect(slots).toEqual([
    { date: 'July, 2024', actual: '-100%', amount: '10000.0' },
    ...Array(5).fill(null),
    { date: 'January, 2024', actual: '-100%', amount: '123.0' },
    ...Array(11).fill(null),
    { date: 'January, 2023', actual: '1224%', amount: '234.0' },
  ]);
});

test('a budget that lies ahead has no performance, and one without a report is at 0%', () => {
  const ahead = budget('x', [period('2030-01-01', null, '1')]);
  expect(computePerformance(ahead, '2025-02-18', spendOf)).toEqual([]);
  const unbound = { ...b, cost_report_token: null };
  expect(computePerformance(unbound, '2025-01-05', spendOf)).toEqual([
    { date: 'January, 2025', actual: '0%', amount: '30000.0' },
  ]);
});

test.each([
  ['0', '0', '0%'],
  ['0', '5', '100%'],
  ['1000', '999.99', '0%'],
  ['600', '450', '-25%'],
])('a budget of %s with %s spent is at %s', (amount, spent, actual) => {
  const tree = budget('x', [period('2025-01-01', '2025-01-31', amount)]);
  const [slot] = computePerformance(tree, '2025-01-31', () => new Decimal(spent));
  expect(slot?.actual).toBe(actual);
});

test('a month has the share of its days in periods', () => {
  const periods = closePeriods([period('2023-12-01', '2024-01-01', '1000')]);
  expect(monthAmount(periods, '2023-12-15')?.toFixed()).toBe('1000');
  expect(monthAmount(periods, '2024-01-31')?.toFixed()).toBe('32.26');
  expect(monthAmount(periods, '2024-02-01')).toBeNull();
});

test('an open period ends the day before the next one starts', () => {
  const periods = [period('2025-03-01', null, '2'), period('2025-01-01', null, '1')];
  expect(closePeriods(periods).map(({ end_at }) => end_at)).toEqual(['9999-12-31', '2025-02-28']);
  expect(haveOverlap(periods)).toBe(false);
  expect(haveOverlap([...periods, period('2025-03-01', '2025-03-01', '3')])).toBe(true);
  expect(
    haveOverlap([period('2025-01-01', '2025-01-31', '1'), period('2025-01-31', null, '1')]),
  ).toBe(true);
});

test('a hierarchy contains each budget once and has at most ten levels', () => {
  const links = new Map([
    ['top', ['left', 'right']],
    ['left', ['leaf']],
  ]);
  const problem = (token: string, children: string[]) =>
    findHierarchyProblem(links, token, children);
  expect(problem('right', ['other'])).toBeUndefined();
  expect(problem('apart', ['leaf', 'right'])).toBeUndefined();
  for (const [token, child] of [
    ['right', 'leaf'],
    ['right', 'right'],
    ['leaf', 'top'],
    ['right', 'left'],
  ] as const) {
    expect(problem(token, [child])).toBe(
      `child_budget_tokens: ${problem(token, [child])!.split(' ')[1]} is already part of this hierarchy`,
    );
  }
  const chain = new Map(Array.from({ length: 9 }, (_, n) => [`c${n}`, [`c${n + 1}`]]));
  expect(findHierarchyProblem(chain, 'c9', [])).toBeUndefined();
  expect(findHierarchyProblem(chain, 'c9', ['c10'])).toBe(
    'child_budget_tokens has more than 10 levels',
  );
});
