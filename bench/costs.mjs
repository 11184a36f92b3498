// Imports and queries at several sizes, each compared with a reference in the same run.
// Usage: npm run bench:costs [-- MILLIONS …]; default 1 and 10.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { median, runStep } from './bench-step.mjs';

const sizes = (process.argv.length > 2 ? process.argv.slice(2) : ['1', '10']).map(Number);
if (sizes.some((size) => !(size > 0 && size <= 100)))
  throw new Error('Pass sizes in millions of lines.');

/** Small imports are repeated, because other load changes single results by up to a third. */
const roundsOf = (millions) => (millions <= 1 ? 3 : 1);

const print = (line = '') => console.log(line);
const row = (...cells) =>
  print(
    cells
      .map((cell, index) => (index === 0 ? String(cell).padEnd(44) : String(cell).padStart(13)))
      .join(''),
  );
const target = (isMet, text) => `${isMet ? 'met' : 'missed'} ${text}`.padStart(20);

print(
  `${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
);

const results = [];
for (const millions of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
  try {
    results.push(await measure(folder, millions));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
printImports();
printQueries();
printGrowth();
printConcurrent();

async function measure(folder, millions) {
  // CSV takes 50 times the space of Parquet, so it is measured at small sizes only.
  const kinds = millions <= 1 ? ['parquet', 'csv'] : ['parquet'];
  process.stderr.write(`${millions} million lines: generating`);
  const lines = millions * 1_000_000;
  await runStep('costs-generate.mjs', folder, lines, kinds.includes('csv'));
  const imports = [];
  for (const kind of kinds)
    imports.push(await measureImport(folder, kind, lines, roundsOf(millions)));
  process.stderr.write(', querying');
  const measurements = await runStep(
    'costs-measure-queries.mjs',
    folder,
    join(folder, 'parquet-1'),
  );
  process.stderr.write('\n');
  return { millions, imports, ...measurements };
}

async function measureImport(folder, kind, lines, rounds) {
  const ours = [];
  const bare = [];
  for (let round = rounds; round >= 1; round -= 1) {
    process.stderr.write(`, importing ${kind}`);
    const data = join(folder, `${kind}-${round}`);
    ours.push(await runStep('costs-import.mjs', folder, kind, data));
    bare.push(await runStep('costs-bare-insert.mjs', folder, kind, `${data}-bare`));
    rmSync(`${data}-bare`, { recursive: true, force: true });
    if (round > 1) rmSync(data, { recursive: true, force: true });
  }
  if (ours.some((each) => each.lines !== lines)) throw new Error(`${kind}: lines are missing`);
  const medianOf = (list, key) => median(list.map((each) => each[key]));
  return {
    kind,
    rate: lines / (medianOf(ours, 'ms') / 1000),
    bareRate: lines / (medianOf(bare, 'ms') / 1000),
    ratio: medianOf(bare, 'ms') / medianOf(ours, 'ms'),
    cpuRatio: medianOf(bare, 'cpu') / medianOf(ours, 'cpu'),
    before: medianOf(ours, 'before'),
    peak: medianOf(ours, 'peak'),
  };
}

function printImports() {
  print();
  row('import', 'lines/s', 'bare/s', 'ratio', 'CPU ratio', 'start MB', 'peak MB');
  for (const { millions, imports } of results) {
    for (const { kind, rate, bareRate, ratio, cpuRatio, before, peak } of imports) {
      row(
        `${millions} million lines, ${kind}`,
        rate.toFixed(0),
        bareRate.toFixed(0),
        ratio.toFixed(2),
        cpuRatio.toFixed(2),
        before,
        peak,
        target(ratio >= 0.5, '>= 0.5'),
      );
    }
  }
}

function printQueries() {
  print();
  row('GET /v2/costs, 12 months', 'HTTP ms', 'SQL ms', 'ratio', 'DuckDB ms', 'ratio');
  for (const { millions, rollup, queries } of results) {
    print(`${millions} million lines, ${rollup.toLocaleString('en')} rollup rows`);
    for (const { name, http, handWritten, duckdb } of queries) {
      const isFast = http <= 1.3 * handWritten + 5;
      row(
        `  ${name}`,
        http.toFixed(1),
        handWritten.toFixed(1),
        (http / handWritten).toFixed(2),
        duckdb.toFixed(1),
        (duckdb / http).toFixed(1),
        target(isFast, '<= 1.3x + 5 ms'),
        target(duckdb >= 5 * http, '>= 5x'),
      );
    }
  }
}

function printGrowth() {
  if (results.length < 2) return;
  print();
  row(
    'time relative to the previous size',
    ...results
      .slice(1)
      .map(({ millions }, previous) => `${results[previous].millions} -> ${millions}`),
  );
  results[0].queries.forEach(({ name }, index) => {
    const ratios = results
      .slice(1)
      .map(
        (result, previous) => result.queries[index].http / results[previous].queries[index].http,
      );
    row(
      `  ${name}`,
      ...ratios.map((each) => each.toFixed(2)),
      target(
        ratios.every((each) => each <= 3),
        '<= 3x',
      ),
    );
  });
}

function printConcurrent() {
  print();
  row('20 concurrent queries', 'ms', 'errors', 'blocked ms', 'memory MB');
  for (const {
    millions,
    concurrent: { ms, errors, blockedMs, megabytes },
  } of results) {
    row(
      `${millions} million lines`,
      ms.toFixed(0),
      errors,
      blockedMs.toFixed(0),
      megabytes,
      target(errors === 0 && blockedMs < 100 && megabytes < 1536, '0, < 100, < 1536'),
    );
  }
}
