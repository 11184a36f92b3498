// Writes the lines as twelve Parquet files and optionally as CSV.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { focusStructure } from '../build/demo/focus-columns.js';
import { focusLines } from './costs-lines.mjs';
import { namedResourceLines } from './costs-named-resources.mjs';
import { printResult, openEngine, timed } from './bench-step.mjs';

const [folder, shape, count, withCsv] = process.argv.slice(2);
const linesOf = shape === 'named' ? namedResourceLines : focusLines;
for (const name of ['parquet', 'csv']) mkdirSync(join(folder, name));
const engine = openEngine(join(folder, 'generator'));
const byMonth = 'PARTITION BY toYYYYMM(BillingPeriodStart)';

const { ms } = await timed(async () => {
  const parquet = `file('${join(folder, 'parquet')}/{_partition_id}.parquet', 'Parquet', '${focusStructure.replaceAll("'", "\\'")}')`;
  await engine.command({
    query: `INSERT INTO FUNCTION ${parquet} ${byMonth} ${linesOf(Number(count))}`,
  });
  if (withCsv === 'true') {
    const csv = `file('${join(folder, 'csv')}/{_partition_id}.csv', 'CSVWithNames')`;
    const rows = `SELECT * REPLACE (toJSONString(Tags) AS Tags) FROM file('${join(folder, 'parquet')}/*.parquet')`;
    await engine.command({ query: `INSERT INTO FUNCTION ${csv} ${byMonth} ${rows}` });
  }
});
await engine.close();
printResult({ seconds: ms / 1000 });
