// Series to forecast: those of the demo company, and synthetic ones with one difficulty each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorContext } from '../build/platform/kernel/operator-context.js';
import { buildDemo } from '../build/demo/build-demo.js';
import {
  dayNumber,
  dayOfMonth,
  daysInMonth,
  weekdayOf,
} from '../build/domain/reports/forecast/daily-series.js';
import { openForecastApp } from './forecast-app.mjs';
import { seededRandom } from './seeded-random.mjs';

/** The current month of the demo is incomplete and cannot be compared with. */
const demoEnd = dayNumber('2026-03-01');

/** Daily costs by provider and service of two reports: one amortized, one as billed. */
export async function demoSeries() {
  const data = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
  const { app, get } = await openForecastApp(data);
  try {
    const ctx = await operatorContext(app);
    await buildDemo({ ctx, operations: app.operations, scale: 0.1 });
    const { cost_reports } = await get('/v2/cost_reports');
    const reports = cost_reports.filter(({ title }) => /^(All Resources|Billed costs)/.test(title));
    const series = [];
    for (const { token } of reports) series.push(...(await dailySeries(get, token)));
    return series;
  } finally {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  }
}

async function dailySeries(get, report) {
  const found = new Map();
  for (let page = 1; ; page += 1) {
    const { costs, links } = await get(
      `/v2/costs?cost_report_token=${report}&start_date=2025-01-01&end_date=2026-02-28` +
        `&groupings=provider,service&date_bin=day&order=asc&limit=5000&page=${page}`,
    );
    for (const { provider, service, accrued_at, amount } of costs) {
      const name = `${provider} ${service}`;
      if (!found.has(name)) found.set(name, []);
      found.get(name).push([dayNumber(accrued_at), Number(amount)]);
    }
    if (!links.next) break;
  }
  return [...found].map(([name, days]) => {
    const firstDay = days[0][0];
    const values = new Float64Array(demoEnd - firstDay);
    for (const [day, amount] of days) values[day - firstDay] = amount;
    return { name, firstDay, values };
  });
}

const firstDay = dayNumber('2025-01-15');
const days = 410;
const isWeekend = (day) => weekdayOf(day) > 4;

/** Amount of a day by kind of series; `factor` is drawn once per series. */
const kinds = {
  steady: ({ base }) => base,
  trend: ({ base, factor }, index) => base * (1 + ((factor - 0.25) * index) / 200),
  growth: ({ base, factor }, index) => base * Math.exp((index * factor) / 150),
  decline: ({ base, factor }, index) => base * Math.exp((-index * factor) / 200),
  weekly: ({ base, factor }, _, day) => (isWeekend(day) ? base * factor : base),
  month_start_fee: ({ base, factor }, _, day) =>
    base * (dayOfMonth(day) === 1 ? 4 + 10 * factor : 1),
  month_end_fee: ({ base, factor }, _, day) =>
    base * (dayOfMonth(day) === daysInMonth(day) ? 4 + 10 * factor : 1),
  prorated_fee: ({ base }, _, day) => (base * 30) / daysInMonth(day),
  steps: ({ base, factor, state, random }, _, day) => {
    if (random() < 1 / 80) state.level = (state.level ?? 1) * (0.5 + 1.3 * random());
    return base * (state.level ?? 1) * (isWeekend(day) ? 0.4 + factor / 2 : 1);
  },
  spikes: ({ base, random }, _, day) =>
    base * (isWeekend(day) ? 0.6 : 1) * (random() < 0.02 ? 3 + 5 * random() : 1),
  random_walk: ({ base, state, normal }) => {
    state.walk = (state.walk ?? 0) + 0.02 * normal();
    return base * Math.exp(state.walk);
  },
  incomplete: ({ base }, _, day) => (isWeekend(day) ? base * 0.5 : base),
};

/** The same of series without costs on most days. */
const sparseKinds = {
  sparse: ({ base, factor, random }) =>
    random() < 0.03 + 0.17 * factor ? base * (0.5 + random()) : 0,
  ended: ({ base, factor }, index) => (index < 200 + 190 * factor ? base : 0),
  one_off: ({ base, factor }, index) => (index === Math.floor(240 + 160 * factor) ? base : 0),
  monthly: ({ base, factor }, _, day) =>
    dayOfMonth(day) === 1 + Math.floor(28 * factor) ? base : 0,
  first_working_day: ({ base }, _, day) => (isFirstWorkingDay(day) ? base : 0),
};

/** The first day of a month, or the Monday after it if that is on a weekend. */
const isFirstWorkingDay = (day) =>
  !isWeekend(day) && (dayOfMonth(day) === 1 || (weekdayOf(day) === 0 && dayOfMonth(day) <= 3));

/** A number of synthetic series of each kind with daily costs. */
export const syntheticSeries = (perKind) => seriesOf(kinds, perKind);

/** A number of synthetic series of each kind without costs on most days. */
export const sparseSeries = (perKind) => seriesOf(sparseKinds, perKind);

function seriesOf(amountsByKind, perKind) {
  return Object.entries(amountsByKind).flatMap(([kind, amountOn], kindIndex) =>
    Array.from({ length: perKind }, (_, seed) => {
      const random = seededRandom(seed * 97 + kindIndex * 1009 + 5);
      const normal = () => Array.from({ length: 12 }, random).reduce((a, b) => a + b) - 6;
      const shape = { base: 20 + 500 * random(), factor: random(), state: {}, random, normal };
      const noise = kind === 'prorated_fee' ? 0 : 0.02 + 0.08 * random();
      const values = Float64Array.from({ length: days }, (__, index) =>
        Math.max(amountOn(shape, index, firstDay + index) * (1 + noise * normal()), 0),
      );
      return { name: kind, firstDay, values, isIncomplete: kind === 'incomplete' };
    }),
  );
}
