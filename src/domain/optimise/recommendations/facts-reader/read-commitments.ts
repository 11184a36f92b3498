import { sql } from '../../../../platform/store/sql.js';
import type { CommitmentFacts } from '../facts.js';
import { type AccountLines, accountOf, dollars, readLines } from './account-lines.js';

/** The last day of a commitment, as a date. Fee lines state it, usage lines do not. */
const endTime = sql`max(greatest(
  attributes['reservation/EndTime'], attributes['savingsPlan/EndTime']
))`;
const endDate = sql`nullIf(substring(${endTime}, 1, 10), '')`;

/** Commitments that the account owns, with what they cost and what nothing used. */
export function readCommitments(lines: AccountLines): Promise<CommitmentFacts[]> {
  const cost = dollars(sql`effective_cost`, lines);
  return readLines<CommitmentFacts>(lines, {
    select: sql`commitment_id AS id, any(commitment_type) AS type, sum(${cost}) AS cost,
      sumIf(${cost}, commitment_status = 'unused') AS "unusedCost", ${endDate} AS "endsOn"`,
    where: sql`commitment_id IS NOT NULL
      AND commitment_type IN ('reserved_instance', 'savings_plan')
      AND ifNull(commitment_owner_account_id, ifNull(account_id, '')) = ${accountOf(lines)}`,
    groupBy: sql`commitment_id`,
  });
}
