export {
  applyScenarios,
  type DayAmount,
  type Period,
  PlanDecimal,
  roundDay,
  scaleToTotal,
  type Scenario,
} from './apply-scenarios.js';
export { historyDays } from './backtest.js';
export { forecastPeriod, type KnownCosts, type PeriodForecast } from './period-forecast.js';
export { dayNumber, dayOfMonth, daysInMonth, isoDate, weekdayOf } from './daily-series.js';
export { forecastInWorker } from './forecast-in-worker.js';
export {
  type Interval,
  intervalOfSum,
  intervalOn,
  type ServiceForecast,
  type ServiceSeries,
} from './forecast-report.js';
export { costPerUnit, metricByDay, type MetricByDay, type MetricValue } from './metric-driver.js';
export { chargeOn, monthlyCharges, type MonthlyCharges } from './monthly-charges.js';
export type { Score, Scores } from './scores.js';
export { mean, median, medianSlope, robustDeviation } from './statistics.js';
export { weekdayProfile } from './weekday-profile.js';
