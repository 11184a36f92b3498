// Imports and queries at several sizes and with two kinds of bills, each compared with a reference in the same run.
// Usage: npm run bench:costs [-- SIZE …], in millions of lines: `10` for a bill whose tags depend on the account,
// `named:18` for one whose resources mostly have names of their own. Default: 1 10 named:18.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { median, runStep } from './bench-step.mjs';

const bills = (process.argv.length > 2 ? process.argv.slice(2) : ['1', '10', 'named:18']).map(
  (argument) => {
    const [, shape = 'plain', size] = /^(?:(named):)?(.*)$/.exec(argument);
    const millions = Number(size);
    if (!(millions > 0 && millions <= 100)) throw new Error('Pass sizes in millions of lines.');
    return { shape, millions };
  },
);

/** Small imports are repeated, because other load changes single results by up to a third. */
const roundsOf = (millions) => (millions <= 1 ? 3 : 1);

const print = (line = '') => console.log(line);
const row = (...cells) =>
  print(
    cells
      .map((cell, index) => (index === 0 ? String(cell).padEnd(50) : String(cell).padStart(12)))
      .join(''),
  );
const target = (isMet, text) => `${isMet ? 'met' : 'missed'} ${text}`.padStart(20);
const titleOf = ({ shape, millions }) =>
  `${millions} million lines${shape === 'named' ? ', named resources' : ''}`;

print(
  `${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
);

const results = [];
for (const bill of bills) {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
  try {
    results.push(await measure(folder, bill));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
printImports();
printTables();
printQueries();
printGrowth();
printConcurrent();

async function measure(folder, { shape, millions }) {
  // CSV takes 50 times the space of Parquet, so it is measured at small sizes only.
  const kinds = millions <= 1 ? ['parquet', 'csv'] : ['parquet'];
  process.stderr.write(`${titleOf({ shape, millions })}: generating`);
  const lines = millions * 1_000_000;
  await runStep('costs-generate.mjs', folder, shape, lines, kinds.includes('csv'));
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
  return { shape, millions, imports, ...measurements };
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
  for (const result of results) {
    for (const { kind, rate, bareRate, ratio, cpuRatio, before, peak } of result.imports) {
      row(
        `${titleOf(result)}, ${kind}`,
        rate.toFixed(0),
        bareRate.toFixed(0),
        ratio.toFixed(2),
        cpuRatio.toFixed(2),
        before,
        peak,
        target(ratio >= 0.5, '>= 0.5'),
        target(peak <= 4096, '<= 4096 MB'),
      );
    }
  }
}

function printTables() {
  print();
  row('table', 'rows', 'MB', 'bytes/line');
  for (const result of results) {
    print(titleOf(result));
    for (const { table, count, bytes } of result.tables) {
      row(
        `  ${table}`,
        Number(count).toLocaleString('en'),
        (bytes / 1e6).toFixed(1),
        (bytes / (result.millions * 1e6)).toFixed(2),
      );
    }
  }
}

function printQueries() {
  print();
  row('GET /v2/costs', 'HTTP ms', 'SQL ms', 'ratio', 'DuckDB ms', 'ratio', 'cached ms');
  for (const result of results) {
    print(titleOf(result));
    for (const { name, http, handWritten, duckdb, cached, faster } of result.queries) {
      const isFast = http <= 1.3 * handWritten + 5;
      row(
        `  ${name}`,
        http.toFixed(1),
        handWritten.toFixed(1),
        (http / handWritten).toFixed(2),
        duckdb.toFixed(1),
        (duckdb / http).toFixed(1),
        cached.toFixed(1),
        target(isFast, '<= 1.3x + 5 ms'),
        target(duckdb >= faster * http, `>= ${faster}x`),
      );
    }
  }
}

function printGrowth() {
  const plain = results.filter(({ shape }) => shape === 'plain');
  if (plain.length < 2) return;
  print();
  row(
    'time relative to the previous size',
    ...plain.slice(1).map(({ millions }, previous) => `${plain[previous].millions} -> ${millions}`),
  );
  plain[0].queries.forEach(({ name }, index) => {
    const ratios = plain
      .slice(1)
      .map((result, previous) => result.queries[index].http / plain[previous].queries[index].http);
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
  for (const result of results) {
    const { ms, errors, blockedMs, megabytes } = result.concurrent;
    row(
      titleOf(result),
      ms.toFixed(0),
      errors,
      blockedMs.toFixed(0),
      megabytes,
      target(errors === 0 && blockedMs < 100 && megabytes < 1536, '0, < 100, < 1536'),
    );
  }
  print();
  row('50 clients with dashboards and lists', 'ms', 'errors', 'median ms', 'slowest 1 %');
  for (const result of results) {
    const { ms, errors, median: middle, slowest } = result.readers;
    row(
      titleOf(result),
      ms.toFixed(0),
      errors,
      middle.toFixed(0),
      slowest.toFixed(0),
      target(errors === 0 && slowest < 1000, '< 1000 ms'),
    );
  }
}
