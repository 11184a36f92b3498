// Runs every rule of recommendations over the resources of an account and their bill, at two sizes.
// Usage: npm run bench:optimise [-- RESOURCES]. Default: 100,000. Exits with 1 when time grows faster than the
// number of resources, or memory grows with it.
import { cpus, totalmem } from 'node:os';
import { rules } from '../build/domain/optimise/recommendations/rules/index.js';
import { runStep } from './bench-step.mjs';

const most = Number(process.argv[2] ?? 100_000);
if (!(most >= 1000)) throw new Error('Pass the number of resources, at least 1,000.');
const growth = 10;
const [mostTimes, mostMegabytes] = [growth * 1.5, 1000];

console.log(
  `${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
);
console.log(`${rules.length} rules, 30 days with a line per resource and day\n`);
console.log('| Resources | Findings | First run, s | Daily run, s | Memory added, MB |');
console.log('|---|---|---|---|---|');
const sizes = [];
for (const count of [most / growth, most]) {
  const size = await runStep('optimise-evaluate.mjs', count);
  sizes.push(size);
  const seconds = (ms) => (ms / 1000).toFixed(1);
  console.log(
    `| ${count} | ${size.findings} | ${seconds(size.first)} | ${seconds(size.daily)} | ${size.addedMegabytes} |`,
  );
}
const [small, large] = sizes;
const times = { first: large.first / small.first, daily: large.daily / small.daily };
console.log(
  `\n${growth} times the resources take ${times.first.toFixed(1)} and ${times.daily.toFixed(1)} times as long, at most ${mostTimes};` +
    ` memory added at most ${mostMegabytes} MB`,
);
const isMet =
  Math.max(times.first, times.daily) <= mostTimes && large.addedMegabytes <= mostMegabytes;
console.log(isMet ? 'met' : 'missed');
process.exitCode = isMet ? 0 : 1;
