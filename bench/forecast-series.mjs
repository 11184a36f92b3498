// Series to forecast: those of the demo company, and made-up ones that each hold one difficulty.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorContext } from '../dist/platform/kernel/operator-context.js';
import { buildDemo } from '../dist/demo/build-demo.js';
import {
  dayNumber,
  dayOfMonth,
  daysInMonth,
  weekdayOf,
} from '../dist/domain/forecast/daily-series.js';
import { openForecastApp } from './forecast-app.mjs';

/** The month that the demo is built in is not billed yet, so nothing can be measured by it. */
const demoEnd = dayNumber('2026-03-01');

/** Daily costs by provider and service, in the view of two reports: spread fees, and as billed. */
export async function demoSeries() {
  const data = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
  const { app, get } = await openForecastApp(data);
  try {
    const ctx = await operatorContext(app);
    await buildDemo({ ctx, operations: app.operations, scale: 0.1, report: () => undefined });
    const { cost_reports } = await get('/v2/cost_reports');
    const wanted = cost_reports.filter(({ title }) =>
      /^(All Resources|Billed costs)/.test(title),
    );
    const series = [];
    for (const { token } of wanted) series.push(...(await dailySeries(get, token)));
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
const weekend = (day) => weekdayOf(day) > 4;

/** Difficulty to what it makes of a day; `own` is what is drawn once for the series. */
const kinds = {
  steady: ({ base }) => base,
  trend: ({ base, own }, index) => base * (1 + ((own - 0.25) * index) / 200),
  growth: ({ base, own }, index) => base * Math.exp((index * own) / 150),
  decline: ({ base, own }, index) => base * Math.exp((-index * own) / 200),
  weekly: ({ base, own }, _, day) => (weekend(day) ? base * own : base),
  month_start_fee: ({ base, own }, _, day) => base * (dayOfMonth(day) === 1 ? 4 + 10 * own : 1),
  month_end_fee: ({ base, own }, _, day) =>
    base * (dayOfMonth(day) === daysInMonth(day) ? 4 + 10 * own : 1),
  spread_fee: ({ base }, _, day) => (base * 30) / daysInMonth(day),
  steps: ({ base, own, state, chance }, _, day) => {
    if (chance() < 1 / 80) state.level = (state.level ?? 1) * (0.5 + 1.3 * chance());
    return base * (state.level ?? 1) * (weekend(day) ? 0.4 + own / 2 : 1);
  },
  spikes: ({ base, chance }, _, day) =>
    base * (weekend(day) ? 0.6 : 1) * (chance() < 0.02 ? 3 + 5 * chance() : 1),
  wandering: ({ base, state, normal }) => {
    state.walk = (state.walk ?? 0) + 0.02 * normal();
    return base * Math.exp(state.walk);
  },
  unsettled: ({ base }, _, day) => (weekend(day) ? base * 0.5 : base),
};

export function madeUpSeries(each) {
  return Object.entries(kinds).flatMap(([kind, amountOn], place) =>
    Array.from({ length: each }, (_, seed) => {
      const chance = seeded(seed * 97 + place * 1009 + 5);
      const normal = () => Array.from({ length: 12 }, chance).reduce((a, b) => a + b) - 6;
      const shape = { base: 20 + 500 * chance(), own: chance(), state: {}, chance, normal };
      const noise = kind === 'spread_fee' ? 0 : 0.02 + 0.08 * chance();
      const values = Float64Array.from({ length: days }, (__, index) =>
        Math.max(amountOn(shape, index, firstDay + index) * (1 + noise * normal()), 0),
      );
      return { name: kind, firstDay, values, isUnsettled: kind === 'unsettled' };
    }),
  );
}

/** Random numbers that are the same every time (mulberry32). */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
