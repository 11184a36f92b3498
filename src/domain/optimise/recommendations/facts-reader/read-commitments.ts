import { isCommitmentLine, isUsedLine } from '../../financial-commitments/index.js';
import { sql } from '../../../../platform/store/sql.js';
import type { CommitmentFacts } from '../facts.js';
import { type AccountLines, dollars, readLines } from './account-lines.js';

/** What commitments cost, and what nothing used of it: usage of every account counts for them. */
export function readCommitments(lines: AccountLines): Promise<CommitmentFacts[]> {
  const cost = dollars(sql`effective_cost`, lines);
  return readLines<CommitmentFacts>(lines, {
    select: sql`commitment_id AS id, sum(${cost}) AS cost,
      sumIf(${cost}, NOT (${isUsedLine})) AS "unusedCost"`,
    where: sql`commitment_id IS NOT NULL AND ${isCommitmentLine}`,
    groupBy: sql`commitment_id`,
  });
}
