import { expect, test } from 'vitest';
import { Decimal } from '../../../platform/lib/decimal.js';
import { explainRise } from './attribute-rise.js';
import { type KnownAnomaly, findNew } from './match-anomalies.js';
import type { FoundAnomaly } from './search-series.js';

const series = { provider: 'aws', service: 'EC2', category: null };
/** From 1 March on. */
const costs = (...amounts: number[]) => ({
  ...series,
  firstDay: '2026-03-01',
  amounts: amounts.map(String),
});

const found = (day: string, more: Partial<FoundAnomaly> = {}): FoundAnomaly => ({
  ...series,
  day: `2026-03-${day}`,
  kind: 'spike',
  amount: '200',
  previousAmount: '100',
  sevenDayAverage: '100',
  expected: '100',
  lower: '80',
  upper: '120',
  lastDay: `2026-03-${day}`,
  isOver: false,
  impact: '100',
  ...more,
});

const known = (day: string, more: Partial<KnownAnomaly> = {}): KnownAnomaly => ({
  ...series,
  token: 'anmly_alrt_0',
  anomaly_date: `2026-03-${day}`,
  kind: 'spike',
  expected_upper: '120',
  last_day: null,
  impact: null,
  is_over: false,
  accepted_on: null,
  ...more,
});

const days = (anomalies: FoundAnomaly[]) => anomalies.map(({ day }) => day.slice(8));

test('an anomaly is known on its day, and where bills moved its first day within the episode', () => {
  const episode = costs(100, 200, 200, 200, 100);
  expect(findNew(episode, [found('03')], [known('03')])).toEqual([]);
  expect(findNew(episode, [found('02')], [known('03')])).toEqual([]);
  expect(findNew(episode, [found('04')], [known('02')])).toEqual([]);
});

test('after a day within the expected costs, it is another event', () => {
  const two = costs(100, 200, 100, 200, 100);
  expect(days(findNew(two, [found('02'), found('04')], [known('02')]))).toEqual(['04']);
  // The stored one was restated to normal.
  const restated = costs(100, 100, 100, 200, 100);
  expect(days(findNew(restated, [found('04')], [known('02')]))).toEqual(['04']);
});

test('a larger rise within an episode that is found beside it is another event', () => {
  const larger = costs(100, 200, 200, 500, 200);
  expect(days(findNew(larger, [found('02'), found('04')], [known('02')]))).toEqual(['04']);
});

test('a drift that becomes clear on another day is the same one', () => {
  const rising = costs(100, 102, 104, 106, 108, 110, 112, 114, 116, 118, 120, 122);
  const drift = found('10', { kind: 'drift' });
  expect(findNew(rising, [drift], [known('04', { kind: 'drift' })])).toEqual([]);
});

test.each([
  [64, [58, 6], ['r0']],
  [64, [30, 22, 12], ['r0', 'r1']],
  [100, [16, 16, 16, 16, 16], ['r0', 'r1', 'r2', 'r3', 'r4']],
  [100, [15, 15, 15, 15, 15], []],
  [64, [], []],
])('a rise of %d by %j is explained by %j', (rise, rises, names) => {
  const resources = rises.map((each, index) => ({
    id: `i-${index}`,
    name: `r${index}`,
    rise: new Decimal(each),
  }));
  expect(explainRise(new Decimal(rise), resources).map(({ name }) => name)).toEqual(names);
});
