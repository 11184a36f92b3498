// Measures forecasts: npm run bench:forecast. Exits with 1 when a target is missed.
import { formatTable, measureAccuracy, totalOf } from './forecast-accuracy.mjs';
import { demoSeries, sparseSeries, syntheticSeries } from './forecast-series.mjs';
import { measureSpeed } from './forecast-speed.mjs';

const seriesPerKind = 6;
/** Errors of costs on few days vary more from one series to the next. */
const sparseSeriesPerKind = 40;

const demo = measureAccuracy(await demoSeries());
const synthetic = measureAccuracy(syntheticSeries(seriesPerKind));
const sparse = measureAccuracy(sparseSeries(sparseSeriesPerKind));
const totals = [totalOf('demo company', demo), totalOf('synthetic', synthetic)];
const sparseTotal = totalOf('synthetic, without costs on most days', sparse);
// Repeating the last week misses monthly charges altogether; the other services are the harder comparison.
const dailyServices = totalOf(
  'demo company, services with daily costs',
  demo.filter((row) => row.naiveError < 0.5 * row.amount),
);
console.log('## The demo company, by service\n');
console.log(formatTable(demo));
console.log('\n## Synthetic series\n');
console.log(formatTable(synthetic));
console.log('\n## Synthetic series without costs on most days\n');
console.log(formatTable(sparse));
console.log('\n## Totals\n');
console.log(formatTable([...totals, dailyServices, sparseTotal]));

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
  // Days without costs are inside of any interval, so there is no upper limit.
  ...(sparseTotal.inside < 0.75 * sparseTotal.days
    ? [`${sparseTotal.name}: coverage is below 75 %`]
    : []),
  ...(sparseTotal.error > 0.85 * sparseTotal.naiveError
    ? [`${sparseTotal.name}: WAPE is not 15 % below seasonal naive`]
    : []),
  ...(computed > 2 * bare ? ['200 services take more than twice the bare calls'] : []),
];
for (const target of missedTargets) console.error(`missed: ${target}`);
process.exit(missedTargets.length > 0 ? 1 : 0);
