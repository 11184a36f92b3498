import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { SegmentBranch, ExplainedLine } from '../../domain/costs/query/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { segments } from '../../domain/reports/segments/index.js';

export const ExplainedSegment = z
  .object({ segment_token: z.string(), title: z.string(), filter: z.string().nullable() })
  .meta({ id: 'ExplainedSegment' });

/** Reads the segment that each line is allocated to; null if there is none or the caller cannot see it. */
export async function readExplainedSegments(
  ctx: Context,
  branches: readonly SegmentBranch[],
  lines: readonly ExplainedLine[],
): Promise<(line: ExplainedLine) => z.input<typeof ExplainedSegment> | null> {
  const tokenOf = (line: ExplainedLine) => branches[line.segment_index]?.token ?? '';
  const tokens = [...new Set(lines.map(tokenOf))];
  const page = { number: 1, limit: tokens.length, offset: 0 };
  const isNeeded = sql<SqlBool>`token = any(${tokens})`;
  const { rows } = await segments.rows.list(ctx, page, [isNeeded]);
  const byToken = new Map(
    rows.map(({ token, title, filter }) => [token, { segment_token: token, title, filter }]),
  );
  return (line) => byToken.get(tokenOf(line)) ?? null;
}
