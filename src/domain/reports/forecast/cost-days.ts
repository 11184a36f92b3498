/** When a series has costs, as far as its days alone say it. */
export type Occurrence = 'never' | 'once' | 'ended' | 'ongoing';

/** A service without cost for that long was retired, or has not started yet. */
const retiredDays = 56;
/** Days without costs after a single charge, and after several: fewer may still be a pause. */
const minDaysSinceOnly = 1;
const minDaysSinceLast = 4;
/** Costs that stay away for this many times their longest pause have ended. */
const minPauses = 2;

/**
 * Tells series that go on from those that do not. Costs on every day that have stayed away for four days
 * ended; costs once a week have after two weeks, those once a month are a matter of their day.
 */
export function occurrenceOf(values: Float64Array): Occurrence {
  let [last, count, longestPause] = [-1, 0, 0];
  for (let day = 0; day < values.length; day += 1) {
    if (values[day] === 0) continue;
    if (last >= 0) longestPause = Math.max(longestPause, day - last);
    last = day;
    count += 1;
  }
  const daysSince = values.length - 1 - last;
  if (count === 0 || daysSince >= retiredDays) return 'never';
  if (count === 1 && daysSince >= minDaysSinceOnly) return 'once';
  const hasEnded = daysSince >= Math.max(minDaysSinceLast, minPauses * longestPause);
  return hasEnded ? 'ended' : 'ongoing';
}
