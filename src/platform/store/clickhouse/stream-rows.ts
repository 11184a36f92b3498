import { pipeline, type Readable } from 'node:stream';
import { type Sql, inlineValues, sql } from '../sql.js';
import { clientOf } from './connection.js';
import type { CostStore } from './cost-store.js';
import { detectException } from './detect-exception.js';
import { withinStatementLimits } from './statement-limits.js';

/** Streams the rows of a statement from a server: as CSV lines without a header, or as the engine's own blocks. */
export async function streamRows(
  { bulk }: CostStore,
  statement: Sql,
  format: 'CSV' | 'Native',
): Promise<Readable> {
  const query = inlineValues(sql`${statement}\nFORMAT ${sql.ref(format)}`);
  const execute = (wait_end_of_query: 0 | 1) =>
    withinStatementLimits(query, () =>
      clientOf(bulk).exec({ query, clickhouse_settings: { wait_end_of_query } }),
    );
  const { stream, response_headers } = await execute(0);
  const tag = response_headers['x-clickhouse-exception-tag'];
  if (typeof tag === 'string') return pipeline(stream, detectException(tag), () => undefined);
  // Servers before 25.11 send an error as if it were rows, unless they keep the whole result back.
  stream.destroy();
  return (await execute(1)).stream;
}
