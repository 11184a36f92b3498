// Replays series day by day through a detector and compares its alerts with the known events.
import { warmUpDays } from './anomaly-series.mjs';

/** Days after the end of an event in which an alert still belongs to it. */
const graceDays = { spike: 1, step: 14, drift: 14 };

/**
 * Scores a detector. `start(firstDay)` returns a function that takes the cost of the next day and says
 * whether to alert; it never sees a later day.
 */
export function scoreDetector(series, start) {
  const outcomes = [];
  const unexplained = [];
  for (const { kind, firstDay, amounts, events } of series) {
    const alerts = alertsOf(amounts, start(firstDay));
    const found = events.map((event) => {
      const end = event.start + event.days + graceDays[event.type];
      const inside = alerts.filter((index) => index >= event.start && index < end);
      return { kind, ...event, alerts: inside };
    });
    const belonging = new Set(found.flatMap((event) => event.alerts));
    for (const index of alerts) {
      if (!belonging.has(index)) unexplained.push({ kind, day: isoDate(firstDay + index) });
    }
    outcomes.push(...found);
  }
  return { outcomes, unexplained, ...summarize(outcomes, unexplained.length) };
}

function alertsOf(amounts, next) {
  return amounts.flatMap((amount, index) => (next(amount) && index >= warmUpDays ? [index] : []));
}

const isoDate = (day) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Delays are days from the first day of an event. A second alert of an event counts as a false one. */
export function summarize(outcomes, falseAlerts) {
  const found = outcomes.filter(({ alerts }) => alerts.length > 0);
  const alerts = outcomes.reduce((sum, event) => sum + event.alerts.length, 0);
  const delays = found.map((event) => event.alerts[0] - event.start).toSorted((a, b) => a - b);
  const delayOf = (share) => delays[Math.ceil(share * delays.length) - 1];
  return {
    events: outcomes.length,
    precision: found.length / (alerts + falseAlerts),
    recall: found.length / outcomes.length,
    medianDelay: delayOf(0.5),
    longDelay: delayOf(0.9),
    alertsPerEvent: alerts / found.length,
    repeatedAlerts: alerts - found.length,
  };
}

/**
 * Targets that a score misses, in words. One alert per event: a false one that happens to fall into the days
 * of an event counts as its second, so one in a hundred is tolerated.
 */
export function missedTargets({ precision, recall, medianDelay, alertsPerEvent }) {
  return [
    ...(precision < 0.85 ? [`precision ${precision} is below 0.85`] : []),
    ...(recall < 0.9 ? [`recall ${recall} is below 0.9`] : []),
    ...(medianDelay > 1 ? [`the median delay is ${medianDelay} days`] : []),
    ...(alertsPerEvent > 1.01 ? [`${alertsPerEvent} alerts per event`] : []),
  ];
}
