// Daily costs with known events: seasonal, noisy series into which spikes, steps and slow drifts are injected.
// The same seed gives the same series.
import { seededRandom } from './seeded-random.mjs';

/** Events are injected after these days, in which detectors learn patterns and monthly charges. */
export const warmUpDays = 92;
const days = 410;
const firstDay = Date.parse('2025-01-06') / 86_400_000;
/** No event starts so late that its end is cut off. */
const lastStart = days - 50;
const minDaysBetweenEvents = 35;
/** What someone would want to hear about: a rise by 40 %, and by this amount and multiple of the noise. */
const smallestRise = { amount: 20, deviations: 4 };

const dateOf = (day) => new Date(day * 86_400_000);
const dayOfMonth = (day) => dateOf(day).getUTCDate();
const weekdayOf = (day) => (dateOf(day).getUTCDay() + 6) % 7;
const isLastOfMonth = (day) => dayOfMonth(day + 1) === 1;
const isFirstWorkday = (day) => {
  const ofMonth = dayOfMonth(day);
  if (weekdayOf(day) > 4) return false;
  return ofMonth === 1 || (weekdayOf(day) === 0 && ofMonth <= 3);
};
const isQuarterStart = (day) => dayOfMonth(day) === 1 && dateOf(day).getUTCMonth() % 3 === 0;

/** Expected usage of a day by kind of series; `factor` is drawn once per series. */
const kinds = {
  steady: ({ base }) => base,
  working_days: ({ base, factor }, day) => base * (weekdayOf(day) > 4 ? 0.15 + 0.6 * factor : 1),
  weekend_peak: ({ base, factor }, day) => base * (weekdayOf(day) > 4 ? 1.1 + factor : 1),
  trend: ({ base, factor }, _, index) => base * (1 + (factor * index) / days),
  growth: ({ base, factor }, day, index) =>
    base * Math.exp((index * factor) / 250) * (weekdayOf(day) > 4 ? 0.7 : 1),
  decline: ({ base, factor }, _, index) => base * Math.exp((-index * factor) / 200),
  month_start_charge: ({ base }) => base,
  month_end_charge: ({ base }, day) => base * (weekdayOf(day) > 4 ? 0.6 : 1),
  first_workday_charge: ({ base }) => base,
  quarterly_charge: ({ base }) => base,
  random_walk: ({ base, state, normal }) => {
    state.walk = 0.97 * (state.walk ?? 0) + 0.02 * normal();
    return base * Math.exp(state.walk);
  },
  level_drop: ({ base, factor }, _, index) =>
    base * (index >= 60 + 280 * factor ? 0.3 + 0.4 * factor : 1),
  near_zero: ({ base }) => base / 200,
  lumpy: ({ base, random, normal }) =>
    random() < 0.15 ? base * Math.exp(0.25 * normal()) : base / 50,
  weekly_job: ({ base }, day) => (weekdayOf(day) === 1 ? base : 0),
};

/** Days on which a kind of series has a charge on top of its usage. */
const chargeDays = {
  month_start_charge: (day) => dayOfMonth(day) === 1,
  month_end_charge: isLastOfMonth,
  first_workday_charge: isFirstWorkday,
  quarterly_charge: isQuarterStart,
};

/** Standard deviation of the daily noise as a share of the amount, where it is not drawn. */
const noiseOf = { near_zero: 0.4, lumpy: 0.1, weekly_job: 0.08 };

/** A number of series of each kind, with their events. */
export function anomalySeries({ seed, perKind }) {
  return Object.keys(kinds).flatMap((kind, kindIndex) =>
    Array.from({ length: perKind }, (_, number) =>
      newSeries(kind, seededRandom(seed * 1_000_003 + kindIndex * 1009 + number * 97)),
    ),
  );
}

function newSeries(kind, random) {
  const normal = () => Array.from({ length: 12 }, random).reduce((a, b) => a + b) - 6;
  // From 25 to 1,250 a day, most of them small.
  const shape = { base: 25 * 50 ** random(), factor: random(), state: {}, random, normal };
  const noise = noiseOf[kind] ?? 0.02 + 0.08 * random();
  const usage = Array.from({ length: days }, (_, index) =>
    kinds[kind](shape, firstDay + index, index),
  );
  const deviations = usage.map((amount) => noise * amount);
  const events = injectEvents({ kind, usage, deviations, shape });
  const amounts = usage.map((amount, index) => {
    const isChargeDay = chargeDays[kind]?.(firstDay + index) ?? false;
    const charge = isChargeDay ? shape.base * (3 + 10 * shape.factor) * (1 + 0.02 * normal()) : 0;
    // Now and then a day is further off, as usage is.
    const deviation = deviations[index] * normal() * (random() < 0.03 ? 1.5 : 1);
    return Math.max(amount + deviation + charge, 0);
  });
  return { kind, firstDay, amounts, events };
}

/** Adds events to the usage and its noise. A quarter of the series have none. */
function injectEvents(series) {
  const { random } = series.shape;
  const events = [];
  let start = random() < 0.25 ? days : warmUpDays + Math.floor(60 * random());
  while (start < lastStart) {
    const event = newEvent(series, start);
    inject(series, event);
    events.push(event);
    start += event.days + minDaysBetweenEvents + Math.floor(100 * random());
  }
  return events;
}

/** An event of random type, duration and size; the size is raised to what someone would want to hear about. */
function newEvent({ kind, usage, deviations, shape: { base, random } }, start) {
  const type = ['spike', 'step', 'drift'][Math.floor(3 * random())];
  const between = (low, high) => low * (high / low) ** random();
  const [largest, longest] = { spike: [5, 3], step: [3, 1], drift: [1.5, 35] }[type];
  const duration =
    type === 'drift' ? 10 + Math.floor(26 * random()) : 1 + Math.floor(longest * random());
  const size = between(0.4, largest);
  const isSporadic = kind === 'lumpy' || kind === 'weekly_job';
  const nextWeek = usage.slice(start, start + 7);
  const usual = isSporadic ? base : Math.max(median(nextWeek), usage[start]);
  const noise = smallestRise.deviations * Math.max(...deviations.slice(start, start + 7));
  // Spikes of a series with peaks now and then must be larger than those.
  const lump = kind === 'lumpy' && type === 'spike' ? 2.5 * base : 0;
  const least = Math.max(smallestRise.amount, noise, lump);
  // A new resource adds the same amount every day; more traffic multiplies that of the day.
  if (isSporadic || random() < 0.5 || usual < smallestRise.amount) {
    return { type, start, days: duration, added: Math.max(size * usual, least), factor: 0 };
  }
  const factor = Math.max(size, least / Math.min(...nextWeek));
  return { type, start, days: duration, added: 0, factor };
}

function inject({ usage, deviations }, { type, start, days: duration, added, factor }) {
  const end = type === 'spike' ? start + duration : days;
  for (let index = start; index < end; index += 1) {
    const share = type === 'drift' ? Math.min((index - start + 1) / duration, 1) : 1;
    deviations[index] += share * (0.03 * added + factor * deviations[index]);
    usage[index] += share * (added + factor * usage[index]);
  }
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
