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
  let falseAlerts = 0;
  for (const { kind, firstDay, amounts, events } of series) {
    const alerts = alertsOf(amounts, start(firstDay));
    const found = events.map((event) => {
      const end = event.start + event.days + graceDays[event.type];
      const inside = alerts.filter((index) => index >= event.start && index < end);
      return { kind, ...event, alerts: inside };
    });
    const belonging = new Set(found.flatMap((event) => event.alerts));
    falseAlerts += alerts.filter((index) => !belonging.has(index)).length;
    outcomes.push(...found);
  }
  return { outcomes, ...summarize(outcomes, falseAlerts) };
}

function alertsOf(amounts, next) {
  return amounts.flatMap((amount, index) => (next(amount) && index >= warmUpDays ? [index] : []));
}

/** A second alert of an event counts as a false one. */
export function summarize(outcomes, falseAlerts) {
  const found = outcomes.filter(({ alerts }) => alerts.length > 0);
  const alerts = outcomes.reduce((sum, event) => sum + event.alerts.length, 0);
  const delays = found.map((event) => event.alerts[0] - event.start).toSorted((a, b) => a - b);
  return {
    events: outcomes.length,
    found: found.length,
    falseAlerts,
    repeatedAlerts: alerts - found.length,
    precision: found.length / (alerts + falseAlerts),
    recall: found.length / outcomes.length,
    medianDelay: delays[Math.floor((delays.length - 1) / 2)],
    alertsPerEvent: alerts / found.length,
  };
}
