// Queries by virtual tags at scale, each compared with a reference in the same run.
// Usage: npm run bench:allocation [-- MILLIONS]; default 10.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStep } from './bench-step.mjs';

const millions = Number(process.argv[2] ?? '10');
if (!(millions > 0 && millions <= 100)) throw new Error('Pass a size in millions of lines.');

const row = (...cells) =>
  console.log(
    cells
      .map((cell, index) => (index === 0 ? String(cell).padEnd(52) : String(cell).padStart(14)))
      .join(''),
  );

const folder = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
try {
  process.stderr.write(`${millions} million lines: generating`);
  await runStep('costs-generate.mjs', folder, 'plain', millions * 1_000_000, false);
  process.stderr.write(', importing');
  await runStep('costs-import.mjs', folder, 'parquet', join(folder, 'data'));
  process.stderr.write(', querying\n');
  const { comparisons, nested, keys, rows } = await runStep(
    'allocation-measure-queries.mjs',
    join(folder, 'data'),
  );
  console.log(
    `${millions} million lines, ${rows.toLocaleString('en')} rollup rows, ${keys.toLocaleString('en')} keys`,
  );
  console.log(
    `three nested levels: first read ${nested.ms.toFixed(0)} ms, materialized by statements of ${nested.sizes.map((size) => `${(size / 1024).toFixed(1)} KiB`).join(', ')}`,
  );
  row('12 months by month', 'ms', 'reference ms', 'ratio', 'target');
  for (const { name, ms, reference, maxRatio } of comparisons) {
    const ratio = ms / reference;
    row(
      `  ${name}`,
      ms.toFixed(0),
      reference.toFixed(0),
      ratio.toFixed(2),
      maxRatio === undefined ? '' : `${ratio <= maxRatio ? 'met' : 'missed'} <= ${maxRatio}x`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
