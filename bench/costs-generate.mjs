// Writes the lines as twelve Parquet files, and the same as CSV where asked for.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { focusStructure } from '../dist/demo/focus-columns.js';
import { focusLines } from './costs-lines.mjs';
import { answer, openEngine, timed } from './costs-process.mjs';

const [folder, count, withCsv] = process.argv.slice(2);
for (const name of ['parquet', 'csv']) mkdirSync(join(folder, name));
const engine = openEngine(join(folder, 'generator'));
const month = 'PARTITION BY toYYYYMM(BillingPeriodStart)';

const { ms } = await timed(async () => {
  const parquet = `file('${join(folder, 'parquet')}/{_partition_id}.parquet', 'Parquet', '${focusStructure.replaceAll("'", "\\'")}')`;
  await engine.command({
    query: `INSERT INTO FUNCTION ${parquet} ${month} ${focusLines(Number(count))}`,
  });
  if (withCsv === 'true') {
    const csv = `file('${join(folder, 'csv')}/{_partition_id}.csv', 'CSVWithNames')`;
    const rows = `SELECT * REPLACE (toJSONString(Tags) AS Tags) FROM file('${join(folder, 'parquet')}/*.parquet')`;
    await engine.command({ query: `INSERT INTO FUNCTION ${csv} ${month} ${rows}` });
  }
});
await engine.close();
answer({ seconds: ms / 1000 });
