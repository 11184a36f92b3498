// Measures anomaly detection: npm run bench:anomalies. Exits with 1 when a target is missed.
import { seasonalZScore, sevenDayMean } from './anomaly-baselines.mjs';
import { demoAnomalySeries } from './anomaly-demo.mjs';
import { missedTargets, scoreDetector, summarize } from './anomaly-score.mjs';
import { anomalySeries } from './anomaly-series.mjs';
import { Detection } from '../build/domain/watch/anomalies/detect-day.js';
import { defaultSettings } from '../build/domain/watch/anomalies/detection-settings.js';

/** The detector was tuned on other seeds. */
const seed = Number(process.argv[2] ?? 4242);
const perKind = 20;

const farthing = (firstDay) => {
  const detection = new Detection(firstDay, defaultSettings);
  return (amount) => detection.next(amount).anomaly !== undefined;
};
const detectors = {
  Farthing: farthing,
  'seven-day mean + 20 %': sevenDayMean(20),
  'seven-day mean + 50 %': sevenDayMean(50),
  'seasonal z-score > 3': seasonalZScore,
};

const series = anomalySeries({ seed, perKind });
const scores = Object.entries(detectors).map(([name, start]) => [
  name,
  scoreDetector(series, start),
]);
const score = scores[0][1];
console.log(`## ${series.length} series with ${score.events} events, seed ${seed}\n`);
console.log(formatTable('detector', scores));

console.log('\n## Farthing, by type of event\n');
const types = ['spike', 'step', 'drift'];
console.log('| event | events | found | median delay | 90 % within |');
console.log('| --- | --- | --- | --- | --- |');
for (const type of types) {
  const outcomes = score.outcomes.filter((event) => event.type === type);
  const { events, recall, medianDelay, longDelay } = summarize(outcomes, 0);
  console.log(`| ${type} | ${events} | ${recall.toFixed(3)} | ${medianDelay} | ${longDelay} |`);
}

console.log('\n## Farthing, by kind of series\n');
const kinds = [...new Set(series.map(({ kind }) => kind))];
const scoreOf = (kind) =>
  scoreDetector(
    series.filter((each) => each.kind === kind),
    farthing,
  );
console.log(
  formatTable(
    'series',
    kinds.map((kind) => [kind.replaceAll('_', ' '), scoreOf(kind)]),
  ),
);

const demo = await demoAnomalySeries();
console.log(`\n## The demo company: ${demo.length} series\n`);
const demoScores = Object.entries(detectors).map(([name, start]) => [
  name,
  scoreDetector(demo, start),
]);
console.log(formatTable('detector', demoScores));
const [, { outcomes, unexplained }] = demoScores[0];
for (const { cause, start, alerts } of outcomes) {
  const result = alerts.length > 0 ? `found after ${alerts[0] - start} days` : 'not found';
  console.log(`- ${cause}: ${result}`);
}
for (const { kind, day } of unexplained) console.log(`- other alert: ${kind}, ${day}`);

const missed = missedTargets(score);
for (const target of missed) console.error(`missed: ${target}`);
process.exit(missed.length > 0 ? 1 : 0);

function formatTable(title, rows) {
  const header = [
    title,
    'events',
    'precision',
    'recall',
    'median delay',
    'alerts per event',
    'second alerts',
  ];
  const lines = rows.map(([name, score]) => [
    name,
    score.events,
    score.precision.toFixed(3),
    score.recall.toFixed(3),
    score.medianDelay ?? '–',
    score.alertsPerEvent.toFixed(2),
    score.repeatedAlerts,
  ]);
  return [header, header.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
