// Rolling origins: each forecast uses only the history before its origin and is compared with the actual amounts.
import { forecastSeries, horizonDays } from '../build/domain/reports/forecast/backtest.js';
import { cleanSeries } from '../build/domain/reports/forecast/clean-series.js';
import { intervalWidths, widthAhead } from '../build/domain/reports/forecast/intervals.js';
import { chargeOn, monthlyCharges } from '../build/domain/reports/forecast/monthly-charges.js';
import { errorsOf } from '../build/domain/reports/forecast/scores.js';
import { bareMstl } from './bare-mstl.mjs';

const origins = 4;
const minHistoryDays = 90;
const mstlDays = 182;

/** Accuracy by series name. */
export function measureAccuracy(series) {
  const rows = new Map();
  for (const each of series) {
    for (let origin = 0; origin < origins; origin += 1) {
      const end = each.values.length - horizonDays * (origin + 1);
      if (end < minHistoryDays) break;
      const actual = each.values.slice(end, end + horizonDays);
      const row = rows.get(each.name) ?? newRow(each.name);
      rows.set(each.name, row);
      addFold(row, actual, historyBefore(each, end));
    }
  }
  return [...rows.values()];
}

/** The last two days of an incomplete series have only part of their costs. */
function historyBefore({ firstDay, values, isIncomplete }, end) {
  const history = values.slice(0, end);
  if (isIncomplete) for (const day of [end - 1, end - 2]) history[day] *= 0.3;
  return { firstDay, values: history };
}

const newRow = (name) => ({
  name,
  days: 0,
  amount: 0,
  inside: 0,
  error: 0,
  naiveError: 0,
  mstlError: 0,
  cleanedMstlError: 0,
  totalError: 0,
  naiveTotalError: 0,
  weeklyChange: 0,
});

function addFold(row, actual, history) {
  const { forecast, folds } = forecastSeries(history, horizonDays);
  const widths = intervalWidths(folds.map((fold) => errorsOf(fold.actual, fold.forecast)));
  const errors = errorsOf(actual, forecast);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const absoluteSum = (numbers) => sum(numbers.map(Math.abs));
  row.days += horizonDays;
  row.amount += absoluteSum(actual);
  // Tolerates floating-point noise.
  row.inside += errors.filter(
    (error, day) => Math.abs(error) <= widthAhead(widths, day) + 1e-9 * Math.abs(actual[day]),
  ).length;
  row.error += absoluteSum(errors);
  const naiveErrors = errorsOf(actual, seasonalNaive(history.values));
  row.naiveError += absoluteSum(naiveErrors);
  row.totalError += Math.abs(sum(errors));
  row.naiveTotalError += Math.abs(sum(naiveErrors));
  row.mstlError += absoluteSum(
    errorsOf(actual, bareMstl(history.values.slice(-mstlDays), horizonDays)),
  );
  row.cleanedMstlError += absoluteSum(errorsOf(actual, cleanedMstl(history)));
  let change = 0;
  for (let day = 7; day < history.values.length; day += 1) {
    change += Math.abs(history.values[day] - history.values[day - 7]);
  }
  row.weeklyChange += (change / (history.values.length - 7)) * horizonDays;
}

/** Repeats the last seven days. */
function seasonalNaive(values) {
  const week = values.slice(-7);
  return Float64Array.from({ length: horizonDays }, (_, day) => week[day % 7]);
}

/** MSTL on the cleaned series, with monthly charges added back. */
function cleanedMstl({ firstDay, values }) {
  const start = Math.max(values.length - mstlDays, 0);
  const cleaned = cleanSeries({ firstDay: firstDay + start, values: values.slice(start) });
  const charges = monthlyCharges(cleaned);
  const end = firstDay + values.length;
  return bareMstl(cleaned.values, horizonDays).map(
    (amount, day) => amount + chargeOn(charges, end + day),
  );
}

/** The sum of rows. */
export function totalOf(name, rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  return Object.fromEntries(
    Object.keys(newRow('')).map((key) => [key, key === 'name' ? name : sum(key)]),
  );
}

/** Rows as a Markdown table. */
export function formatTable(rows) {
  const ratio = (part, whole) => (whole > 0 ? (part / whole).toFixed(3) : '–');
  const lines = rows.map((row) =>
    [
      row.name,
      ratio(row.error, row.amount),
      ratio(row.naiveError, row.amount),
      ratio(row.mstlError, row.amount),
      ratio(row.cleanedMstlError, row.amount),
      ratio(row.error, row.naiveError),
      ratio(row.error, row.weeklyChange),
      ratio(row.naiveError, row.weeklyChange),
      ratio(row.inside, row.days),
      ratio(row.totalError, row.amount),
      ratio(row.naiveTotalError, row.amount),
    ].join(' | '),
  );
  const header =
    'series | WAPE | naive WAPE | MSTL WAPE | cleaned MSTL | WAPE / naive | MASE | naive MASE | coverage of 80 % | error of 28 days | naive error of 28 days';
  return [header, header.replaceAll(/[^|]+/g, ' --- '), ...lines]
    .map((line) => `| ${line} |`)
    .join('\n');
}
