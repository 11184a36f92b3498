// Rolling origins: at each, everything is computed from what was known, and compared with what came.
import { forecastSeries, horizonDays } from '../dist/domain/forecast/backtest.js';
import { cleanSeries } from '../dist/domain/forecast/clean-series.js';
import { intervalWidths, widthAhead } from '../dist/domain/forecast/intervals.js';
import { chargeOn, monthlyCharges } from '../dist/domain/forecast/monthly-charges.js';
import { errorsOf } from '../dist/domain/forecast/scores.js';
import { bareMstl } from './augurs.mjs';

const origins = 4;
const leastHistory = 90;
const bareDays = 182;

export function measure(series) {
  const rows = new Map();
  for (const each of series) {
    for (let origin = 0; origin < origins; origin += 1) {
      const end = each.values.length - horizonDays * (origin + 1);
      if (end < leastHistory) break;
      const actual = each.values.slice(end, end + horizonDays);
      const row = rows.get(each.name) ?? newRow(each.name);
      rows.set(each.name, row);
      add(row, actual, knownBefore(each, end));
    }
  }
  return [...rows.values()];
}

/** The last two days of an unsettled series are known in part. */
function knownBefore({ firstDay, values, isUnsettled }, end) {
  const known = values.slice(0, end);
  if (isUnsettled) for (const day of [end - 1, end - 2]) known[day] *= 0.3;
  return { firstDay, values: known };
}

const newRow = (name) => ({
  name,
  days: 0,
  spent: 0,
  inside: 0,
  ours: 0,
  naive: 0,
  mstl: 0,
  cleanedMstl: 0,
  change: 0,
});

function add(row, actual, known) {
  const { forecast, folds } = forecastSeries(known, horizonDays);
  const widths = intervalWidths(folds.map((fold) => errorsOf(fold.actual, fold.forecast)));
  const errors = errorsOf(actual, forecast);
  const size = (numbers) => numbers.reduce((sum, number) => sum + Math.abs(number), 0);
  row.days += horizonDays;
  row.spent += size(actual);
  // What is right to the last digit of floating point is right.
  row.inside += errors.filter(
    (error, day) => Math.abs(error) <= widthAhead(widths, day) + 1e-9 * Math.abs(actual[day]),
  ).length;
  row.ours += size(errors);
  row.naive += size(errorsOf(actual, lastWeek(known.values)));
  row.mstl += size(errorsOf(actual, bareMstl(known.values.slice(-bareDays), horizonDays)));
  row.cleanedMstl += size(errorsOf(actual, cleanedMstl(known)));
  let change = 0;
  for (let day = 7; day < known.values.length; day += 1) {
    change += Math.abs(known.values[day] - known.values[day - 7]);
  }
  row.change += (change / (known.values.length - 7)) * horizonDays;
}

/** Seasonal naive: the last seven days over and over. */
function lastWeek(values) {
  const week = values.slice(-7);
  return Float64Array.from({ length: horizonDays }, (_, day) => week[day % 7]);
}

/** The library over cleaned days, with the charges of the month put back. */
function cleanedMstl({ firstDay, values }) {
  const start = Math.max(values.length - bareDays, 0);
  const cleaned = cleanSeries({ firstDay: firstDay + start, values: values.slice(start) });
  const charges = monthlyCharges(cleaned);
  const end = firstDay + values.length;
  return bareMstl(cleaned.values, horizonDays).map(
    (amount, day) => amount + chargeOn(charges, end + day),
  );
}

export function total(name, rows) {
  const sum = (key) => rows.reduce((added, row) => added + row[key], 0);
  return Object.fromEntries(
    Object.keys(newRow('')).map((key) => [key, key === 'name' ? name : sum(key)]),
  );
}

export function table(rows) {
  const share = (part, whole) => (whole > 0 ? (part / whole).toFixed(3) : '–');
  const lines = rows.map((row) =>
    [
      row.name,
      share(row.ours, row.spent),
      share(row.naive, row.spent),
      share(row.mstl, row.spent),
      share(row.cleanedMstl, row.spent),
      share(row.ours, row.naive),
      share(row.ours, row.change),
      share(row.naive, row.change),
      share(row.inside, row.days),
    ].join(' | '),
  );
  const head =
    'series | WAPE | naive WAPE | MSTL WAPE | cleaned MSTL | WAPE / naive | MASE | naive MASE | coverage of 80 %';
  return [head, head.replaceAll(/[^|]+/g, ' --- '), ...lines]
    .map((line) => `| ${line} |`)
    .join('\n');
}
