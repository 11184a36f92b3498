// Measures forecasts: npm run bench:forecast. Ends with 1 when one of them falls short.
import { measure, table, total } from './forecast-accuracy.mjs';
import { demoSeries, madeUpSeries } from './forecast-series.mjs';
import { measureSpeed } from './forecast-speed.mjs';

const seriesOfAKind = 6;

const demo = measure(await demoSeries());
const madeUp = measure(madeUpSeries(seriesOfAKind));
const totals = [total('demo company', demo), total('made up', madeUp)];
// Repeating the last week misses what comes once a month altogether; the rest is the harder comparison.
const everyDay = total(
  'demo company, services that cost every day',
  demo.filter((row) => row.naive < 0.5 * row.spent),
);
console.log('## The demo company, by service\n');
console.log(table(demo));
console.log('\n## Made-up series\n');
console.log(table(madeUp));
console.log('\n## All\n');
console.log(table([...totals, everyDay]));

const { bare, computed, read } = await measureSpeed();
const seconds = (time) => `${time.toFixed(2)} s`;
console.log('\n## A report with 200 services\n');
console.log(`bare MSTL with AutoETS, one call a service: ${seconds(bare)}`);
console.log(
  `read the costs, test, forecast, store: ${seconds(computed)}, ${(computed / bare).toFixed(2)} times that`,
);
console.log(`read a page of 1,000 rows: ${seconds(read)}`);

const shortfalls = [
  ...totals.flatMap((row) => {
    const coverage = row.inside / row.days;
    return [
      ...(row.ours > 0.85 * row.naive
        ? [`${row.name}: WAPE is not 15 % below seasonal naive`]
        : []),
      ...(coverage < 0.75 || coverage > 0.85
        ? [`${row.name}: coverage is outside 75 to 85 %`]
        : []),
    ];
  }),
  ...(computed > 2 * bare ? ['200 services take more than twice the bare calls'] : []),
];
for (const shortfall of shortfalls) console.error(`short: ${shortfall}`);
process.exit(shortfalls.length > 0 ? 1 : 0);
