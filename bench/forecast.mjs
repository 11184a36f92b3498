// Measures forecasts: npm run bench:forecast. Exits with 1 when a target is missed.
import { formatTable, measureAccuracy, totalOf } from './forecast-accuracy.mjs';
import { demoSeries, syntheticSeries } from './forecast-series.mjs';
import { measureSpeed } from './forecast-speed.mjs';

const seriesPerKind = 6;

const demo = measureAccuracy(await demoSeries());
const synthetic = measureAccuracy(syntheticSeries(seriesPerKind));
const totals = [totalOf('demo company', demo), totalOf('synthetic', synthetic)];
// Repeating the last week misses monthly charges altogether; the other services are the harder comparison.
const dailyServices = totalOf(
  'demo company, services with daily costs',
  demo.filter((row) => row.naiveError < 0.5 * row.amount),
);
console.log('## The demo company, by service\n');
console.log(formatTable(demo));
console.log('\n## Synthetic series\n');
console.log(formatTable(synthetic));
console.log('\n## Totals\n');
console.log(formatTable([...totals, dailyServices]));

const { bare, computed, read } = await measureSpeed();
const seconds = (time) => `${time.toFixed(2)} s`;
console.log('\n## A report with 200 services\n');
console.log(`bare MSTL with AutoETS, one call per service: ${seconds(bare)}`);
console.log(
  `read costs, backtest, forecast, store: ${seconds(computed)}, ${(computed / bare).toFixed(2)} times as long`,
);
console.log(`read a page of 1,000 rows: ${seconds(read)}`);

const missedTargets = [
  ...totals.flatMap((row) => {
    const coverage = row.inside / row.days;
    return [
      ...(row.error > 0.85 * row.naiveError
        ? [`${row.name}: WAPE is not 15 % below seasonal naive`]
        : []),
      ...(coverage < 0.75 || coverage > 0.85
        ? [`${row.name}: coverage is outside 75 to 85 %`]
        : []),
    ];
  }),
  ...(computed > 2 * bare ? ['200 services take more than twice the bare calls'] : []),
];
for (const target of missedTargets) console.error(`missed: ${target}`);
process.exit(missedTargets.length > 0 ? 1 : 0);
