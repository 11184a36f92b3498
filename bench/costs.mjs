// Imports and questions at several sizes, every figure beside its reference in the same run.
// Usage: npm run bench:costs [-- MILLIONS …], 1 and 10 without arguments.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { median, runStep } from './costs-process.mjs';

const sizes = (process.argv.length > 2 ? process.argv.slice(2) : ['1', '10']).map(Number);
if (sizes.some((size) => !(size > 0 && size <= 100)))
  throw new Error('Give sizes in millions of lines.');

/** Small imports are repeated, because a busy machine moves single figures by a third. */
const roundsOf = (millions) => (millions <= 1 ? 3 : 1);

const print = (line = '') => console.log(line);
const row = (...cells) =>
  print(
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(44) : String(cell).padStart(13)))
      .join(''),
  );
const aim = (isMet, text) => `${isMet ? 'met' : 'missed'} ${text}`.padStart(20);

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
printQuestions();
printGrowth();
printTogether();

async function measure(folder, millions) {
  // CSV takes 50 times the space of Parquet, so a small size speaks for it.
  const kinds = millions <= 1 ? ['parquet', 'csv'] : ['parquet'];
  process.stderr.write(`${millions} million lines: writing`);
  const lines = millions * 1_000_000;
  await runStep('costs-generate.mjs', folder, lines, kinds.includes('csv'));
  const imports = [];
  for (const kind of kinds)
    imports.push(await measureImport(folder, kind, lines, roundsOf(millions)));
  process.stderr.write(', asking');
  const asked = await runStep('costs-queries.mjs', folder, join(folder, 'parquet-1'));
  process.stderr.write('\n');
  return { millions, imports, ...asked };
}

async function measureImport(folder, kind, lines, rounds) {
  const ours = [];
  const bare = [];
  for (let round = rounds; round >= 1; round -= 1) {
    process.stderr.write(`, importing ${kind}`);
    const data = join(folder, `${kind}-${round}`);
    ours.push(await runStep('costs-import.mjs', folder, kind, data));
    bare.push(await runStep('costs-bare.mjs', folder, kind, `${data}-bare`));
    rmSync(`${data}-bare`, { recursive: true, force: true });
    if (round > 1) rmSync(data, { recursive: true, force: true });
  }
  if (ours.some((each) => each.lines !== lines)) throw new Error(`${kind}: not all lines arrived`);
  const of = (list, key) => median(list.map((each) => each[key]));
  return {
    kind,
    rate: lines / (of(ours, 'ms') / 1000),
    bareRate: lines / (of(bare, 'ms') / 1000),
    ratio: of(bare, 'ms') / of(ours, 'ms'),
    cpuRatio: of(bare, 'cpu') / of(ours, 'cpu'),
    before: of(ours, 'before'),
    peak: of(ours, 'peak'),
  };
}

function printImports() {
  print();
  row('import', 'lines/s', 'bare/s', 'ratio', 'of processor', 'start MB', 'peak MB');
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
        aim(ratio >= 0.5, '>= 0.5'),
      );
    }
  }
}

function printQuestions() {
  print();
  row('GET /v2/costs, 12 months', 'HTTP ms', 'own SQL ms', 'times', 'DuckDB ms', 'times');
  for (const { millions, rollup, questions } of results) {
    print(`${millions} million lines, ${rollup.toLocaleString('en')} rollup rows`);
    for (const { name, ours, hand, duckdb } of questions) {
      const isFast = ours <= 1.3 * hand + 5;
      row(
        `  ${name}`,
        ours.toFixed(1),
        hand.toFixed(1),
        (ours / hand).toFixed(2),
        duckdb.toFixed(1),
        (duckdb / ours).toFixed(1),
        aim(isFast, '<= 1.3x + 5 ms'),
        aim(duckdb >= 5 * ours, '>= 5x'),
      );
    }
  }
}

function printGrowth() {
  if (results.length < 2) return;
  print();
  row(
    'time beside the size before',
    ...results.slice(1).map(({ millions }, at) => `${results[at].millions} -> ${millions}`),
  );
  results[0].questions.forEach(({ name }, index) => {
    const times = results
      .slice(1)
      .map((result, at) => result.questions[index].ours / results[at].questions[index].ours);
    row(
      `  ${name}`,
      ...times.map((each) => each.toFixed(2)),
      aim(
        times.every((each) => each <= 3),
        '<= 3x',
      ),
    );
  });
}

function printTogether() {
  print();
  row('20 questions at once', 'ms', 'errors', 'blocked ms', 'memory MB');
  for (const {
    millions,
    together: { ms, errors, blockedMs, megabytes },
  } of results) {
    row(
      `${millions} million lines`,
      ms.toFixed(0),
      errors,
      blockedMs.toFixed(0),
      megabytes,
      aim(errors === 0 && blockedMs < 100 && megabytes < 1536, '0, < 100, < 1536'),
    );
  }
}
