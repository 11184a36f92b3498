import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/lib/days.js';
import type { CostAlertInterval } from '../../../platform/store/tables.js';
import { backtestCostAlert } from './backtest-cost-alert.js';
import { describeChange, serializeChange } from './describe-change.js';
import { type CostAlertRule, evaluateCostAlert } from './evaluate-cost-alert.js';
import { startOfInterval, testedIntervals } from './intervals.js';
import { type DailyCost, type ReportCosts, groupDailyCosts } from './report-costs.js';

const rule = (fields: Partial<CostAlertRule>): CostAlertRule => ({
  interval: 'day',
  unit_type: 'currency',
  threshold: 100,
  minimum_threshold: null,
  armedOn: '2025-01-01',
  ...fields,
});

/** Costs of groups by day, complete through a day. */
function costsOf(
  groups: Record<string, Record<string, number | string>>,
  completeThrough: string,
): ReportCosts {
  const costs: DailyCost[] = Object.entries(groups).flatMap(([group, days]) =>
    Object.entries(days).map(([day, amount]) => ({
      day,
      values: [group],
      amount: String(amount),
    })),
  );
  return {
    ...groupDailyCosts(costs.toSorted((a, b) => (a.day < b.day ? -1 : 1))),
    firstDay: '2024-01-01',
    completeThrough,
    currency: 'USD',
  };
}

/** What is due, such as `2025-04-06 S3 2050 on 2025-04-09`. */
const due = (fields: Partial<CostAlertRule>, costs: ReportCosts, today: string) =>
  evaluateCostAlert(rule(fields), costs, today).map(
    ({ start, group, change, triggeredOn }) =>
      `${start} ${group.values.join()} ${change.toFixed()} on ${triggeredOn}`,
  );

describe('the worked example by region', () => {
  const costs = costsOf(
    {
      'eu-west-2': { '2025-04-08': '400.00', '2025-04-09': '460.00' },
      'us-east-1': { '2025-04-08': '100.00', '2025-04-09': '118.00' },
      'ap-south-1': { '2025-04-09': '300.00' },
    },
    '2025-04-09',
  );
  const today = '2025-04-10';
  const fifteen = { unit_type: 'percentage', threshold: 15, minimum_threshold: 50 } as const;

  test('15 % of at least 50 is due for one region', () => {
    expect(due(fifteen, costs, today)).toEqual(['2025-04-09 eu-west-2 60 on 2025-04-09']);
    const [change] = evaluateCostAlert(rule(fifteen), costs, today);
    expect(serializeChange(change!)).toEqual({
      change_in_cost: '60.0',
      change_in_percentage: '15.0',
      previous_cost: '400.0',
      current_cost: '460.0',
      groupings: ['eu-west-2'],
      interval: 'day',
      interval_start: '2025-04-09',
      previous_interval_start: '2025-04-08',
    });
    expect(describeChange(change!, 'percentage', 'USD')).toBe(
      'Day over day costs for eu-west-2 increased by 15.0% ($60.0).',
    );
  });

  test('without the minimum the smaller region is due too, a new one never by percentage', () => {
    expect(due({ ...fifteen, minimum_threshold: null }, costs, today)).toEqual([
      '2025-04-09 eu-west-2 60 on 2025-04-09',
      '2025-04-09 us-east-1 18 on 2025-04-09',
    ]);
    expect(due({ ...fifteen, threshold: '15.0001' }, costs, today)).toEqual([]);
  });

  test('an amount of 250 is due for the new region', () => {
    const dueBy = (threshold: string) => due({ threshold, armedOn: today }, costs, today);
    expect(dueBy('250')).toEqual(['2025-04-09 ap-south-1 300 on 2025-04-09']);
    expect(dueBy('300')).toHaveLength(1);
    expect(dueBy('300.01')).toEqual([]);
  });
});

test('the running week is due as soon as what has accrued exceeds the last week', () => {
  const lastWeek = { '2025-03-24': 9000, '2025-03-30': 4000, '2025-04-05': 5000 };
  const byTuesday = { S3: { ...lastWeek, '2025-04-06': 5000, '2025-04-08': 5999.99 } };
  const week = { interval: 'week', threshold: 2000, armedOn: '2025-04-08' } as const;
  expect(due(week, costsOf(byTuesday, '2025-04-07'), '2025-04-08')).toEqual([]);
  const byWednesday = { S3: { ...byTuesday.S3, '2025-04-09': 50.01 } };
  expect(due(week, costsOf(byWednesday, '2025-04-08'), '2025-04-09')).toEqual([
    '2025-04-06 S3 2050 on 2025-04-09',
  ]);
});

test('a drop is due only once the interval is complete', () => {
  const month = { interval: 'month', threshold: 500 } as const;
  const costs = (through: string) =>
    costsOf({ EC2: { '2025-01-10': 1000, '2025-02-10': 1000, '2025-03-05': 400 } }, through);
  expect(due(month, costs('2025-03-20'), '2025-03-21')).toEqual([]);
  expect(due(month, costs('2025-03-30'), '2025-04-01')).toEqual([]);
  expect(due(month, costs('2025-03-31'), '2025-04-01')).toEqual([
    '2025-03-01 EC2 -600 on 2025-03-05',
  ]);
});

test('quarters are those of the calendar, and a group that is gone has dropped', () => {
  const costs = costsOf({ A: { '2024-10-01': 300 }, B: { '2025-02-01': 1 } }, '2025-03-31');
  const quarter = { interval: 'quarter', threshold: 250 } as const;
  expect(due(quarter, costs, '2025-04-01')).toEqual(['2025-01-01 A -300 on 2025-02-01']);
});

test.each<[CostAlertInterval, string, string[]]>([
  ['week', '2025-04-09', ['2025-03-23', '2025-03-30', '2025-04-06']],
  ['week', '2025-04-04', ['2025-03-16', '2025-03-23', '2025-03-30', '2025-04-06']],
  ['month', '2025-04-09', ['2025-03-01', '2025-04-01']],
  ['month', '2025-03-30', ['2025-02-01', '2025-03-01', '2025-04-01']],
  ['quarter', '2025-04-09', ['2025-01-01', '2025-04-01']],
  ['quarter', '2024-06-30', ['2025-01-01', '2025-04-01']],
])('by %s, with costs through %s, late bills are tested', (interval, completeThrough, starts) => {
  expect(testedIntervals(interval, { today: '2025-04-10', completeThrough })).toEqual(starts);
});

test('by day the last seven complete days are tested, and none that is older than 35 days', () => {
  const tested = (completeThrough: string) =>
    testedIntervals('day', { today: '2025-04-10', completeThrough });
  expect([tested('2025-04-09')[0], tested('2025-04-09').length]).toEqual(['2025-04-03', 8]);
  expect([tested('2025-04-07')[0], tested('2025-04-07').length]).toEqual(['2025-04-01', 10]);
  expect(tested('2024-04-07')[0]).toBe('2025-03-06');
});

test('credits that are still to come are no rise', () => {
  const costs = costsOf({ Credit: { '2025-04-08': -500 }, A: { '2025-04-09': 1 } }, '2025-04-08');
  expect(due({ armedOn: '2025-04-10' }, costs, '2025-04-09')).toEqual([
    '2025-04-08 Credit -500 on 2025-04-08',
  ]);
  expect(due({}, { ...costs, completeThrough: '2025-04-09' }, '2025-04-10')).toContain(
    '2025-04-09 Credit 500 on 2025-04-09',
  );
});

test('a new alert begins with the last complete interval and the running one', () => {
  const costs = costsOf(
    {
      A: {
        '2025-04-05': 1,
        '2025-04-06': 200,
        '2025-04-07': 400,
        '2025-04-08': 600,
        '2025-04-09': 800,
      },
    },
    '2025-04-08',
  );
  const starts = (armedOn: string, through = costs.completeThrough) =>
    evaluateCostAlert(rule({ armedOn }), { ...costs, completeThrough: through }, '2025-04-09').map(
      ({ start }) => start,
    );
  expect(starts('2025-04-09')).toEqual(['2025-04-08', '2025-04-09']);
  expect(starts('2025-04-07')).toEqual(['2025-04-06', '2025-04-07', '2025-04-08', '2025-04-09']);
  // Bills are two days late: the last complete day is an earlier one.
  expect(starts('2025-04-09', '2025-04-06')).toEqual([
    '2025-04-06',
    '2025-04-07',
    '2025-04-08',
    '2025-04-09',
  ]);
});

test('nothing is compared with an interval before the first bill', () => {
  const costs = costsOf({ A: { '2025-03-01': 1000 } }, '2025-03-31');
  const month = { interval: 'month' } as const;
  const dueFrom = (firstDay: string | null, fields: Partial<CostAlertRule> = month) =>
    due(fields, { ...costs, firstDay }, '2025-04-01').length;
  expect([dueFrom(null), dueFrom('2025-03-01'), dueFrom('2025-02-20')]).toEqual([0, 0, 1]);
  const quarter = { interval: 'quarter' } as const;
  expect([dueFrom('2024-12-31', quarter), dueFrom('2024-10-31', quarter)]).toEqual([0, 1]);
  expect(due(month, { ...costs, completeThrough: null }, '2025-04-01')).toEqual([]);
});

test('percentages of negative costs keep the sign of the change', () => {
  const costs = costsOf({ Credit: { '2025-04-08': -100, '2025-04-09': -150 } }, '2025-04-09');
  const [change] = evaluateCostAlert(
    rule({ unit_type: 'percentage', threshold: 50 }),
    costs,
    '2025-04-10',
  );
  expect(serializeChange(change!)).toMatchObject({
    change_in_cost: '-50.0',
    change_in_percentage: '-50.0',
  });
  expect(describeChange(change!, 'percentage', 'CHF')).toBe(
    'Day over day costs for Credit decreased by 50.0% (CHF 50.0).',
  );
});

test('sentences name the interval and all values of the group', () => {
  const costs: ReportCosts = {
    ...costsOf({}, '2025-04-09'),
    ...groupDailyCosts([
      { day: '2025-04-09', values: ['aws', 'storage'], amount: '500' },
      { day: '2025-04-09', values: ['aws', null, 'x'], amount: '1234.567' },
    ]),
  };
  const sentences = evaluateCostAlert(rule({}), costs, '2025-04-10').map((change) =>
    describeChange(change, 'currency', 'USD'),
  );
  expect(sentences).toEqual([
    'Day over day costs for aws and storage increased by $500.0.',
    'Day over day costs for aws, no value and x increased by $1234.57.',
  ]);
});

describe('properties', () => {
  const first = '2025-01-01';
  const daysOf = fc.array(fc.integer({ min: -50, max: 200 }), { minLength: 20, maxLength: 110 });
  const scenario = fc.record({
    groups: fc.array(daysOf, { minLength: 1, maxLength: 3 }),
    interval: fc.constantFrom<CostAlertInterval>('day', 'week', 'month', 'quarter'),
    unit_type: fc.constantFrom<'currency' | 'percentage'>('currency', 'percentage'),
    threshold: fc.integer({ min: 1, max: 300 }),
    minimum_threshold: fc.option(fc.integer({ min: 0, max: 100 })),
  });
  const costsIn = (groups: readonly number[][], through: string) => {
    const named = groups.map((amounts, index) => {
      const dated = amounts.flatMap((amount, day) => {
        const at = addDays(first, day);
        return amount === 0 || at > through ? [] : [[at, amount] as const];
      });
      return [`g${index}`, Object.fromEntries(dated)] as const;
    });
    return { ...costsOf(Object.fromEntries(named), through), firstDay: first };
  };

  test('a backtest reports what runs on every day would have recorded', () => {
    fc.assert(
      fc.property(scenario, ({ groups, ...settings }) => {
        const last = addDays(first, Math.max(...groups.map((days) => days.length)) - 1);
        const recorded = new Map<string, string>();
        for (let day = first; day <= last; day = addDays(day, 1)) {
          const changes = evaluateCostAlert(
            rule({ ...settings, armedOn: first }),
            costsIn(groups, day),
            addDays(day, 1),
          );
          for (const { start, group } of changes) {
            const key = `${start} ${group.values.join()}`;
            if (!recorded.has(key)) recorded.set(key, day);
          }
        }
        const backtest = backtestCostAlert(settings, costsIn(groups, last), {
          start: first,
          end: last,
        }).flatMap(({ date, changes }) =>
          changes.map(({ start, group }) => [`${start} ${group.values.join()}`, date] as const),
        );
        expect(new Map(backtest)).toEqual(recorded);
      }),
      { seed: 7, numRuns: 20 },
    );
  });

  test('sums and thresholds agree with a direct computation', () => {
    fc.assert(
      fc.property(scenario, ({ groups, ...settings }) => {
        const last = addDays(first, Math.max(...groups.map((days) => days.length)) - 1);
        const changes = evaluateCostAlert(rule(settings), costsIn(groups, last), last);
        for (const { group, start, previousStart, change, previous } of changes) {
          const amounts = groups[Number(group.values[0]!.slice(1))]!;
          const sumOf = (at: string) =>
            amounts.reduce(
              (sum, amount, day) =>
                startOfInterval(settings.interval, addDays(first, day)) === at ? sum + amount : sum,
              0,
            );
          expect(previous.toNumber()).toBe(sumOf(previousStart));
          expect(change.toNumber()).toBe(sumOf(start) - sumOf(previousStart));
          const size = Math.abs(change.toNumber());
          if (settings.unit_type === 'currency')
            expect(size).toBeGreaterThanOrEqual(settings.threshold);
          else {
            expect(size * 100).toBeGreaterThanOrEqual(
              Math.abs(previous.toNumber()) * settings.threshold,
            );
            expect(size).toBeGreaterThanOrEqual(settings.minimum_threshold ?? 0);
          }
        }
      }),
      { seed: 11, numRuns: 50 },
    );
  });
});
