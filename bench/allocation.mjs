// Virtual tags at size, every figure beside its reference in the same run.
// Usage: npm run bench:allocation [-- MILLIONS], 10 without an argument.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStep } from './costs-process.mjs';

const millions = Number(process.argv[2] ?? '10');
if (!(millions > 0 && millions <= 100)) throw new Error('Give a size in millions of lines.');

const row = (...cells) =>
  console.log(
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(52) : String(cell).padStart(14)))
      .join(''),
  );

const folder = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
try {
  process.stderr.write(`${millions} million lines: writing`);
  await runStep('costs-generate.mjs', folder, millions * 1_000_000, false);
  process.stderr.write(', importing');
  await runStep('costs-import.mjs', folder, 'parquet', join(folder, 'data'));
  process.stderr.write(', asking\n');
  const { figures, keys, rows } = await runStep('allocation-queries.mjs', join(folder, 'data'));
  console.log(
    `${millions} million lines, ${rows.toLocaleString('en')} rollup rows, ${keys.toLocaleString('en')} keys`,
  );
  row('12 months by month', 'ms', 'reference ms', 'times', 'aim');
  for (const { name, ms, reference, most } of figures) {
    const times = ms / reference;
    row(
      `  ${name}`,
      ms.toFixed(0),
      reference.toFixed(0),
      times.toFixed(2),
      most === undefined ? '' : `${times <= most ? 'met' : 'missed'} <= ${most}x`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
