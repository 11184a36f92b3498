import { sql } from '../../../platform/store/sql.js';

/** SQL: a line is part of a reservation or a savings plan. */
export const isCommitmentLine = sql`commitment_type IN ('reserved_instance', 'savings_plan')`;

/**
 * SQL: a line is usage that a commitment covers. The effective cost of its other lines is what nothing
 * used. Bills do not mark it as unused everywhere: a fee of one day is a single line without a status.
 */
export const isUsedLine = sql`${isCommitmentLine} AND ifNull(commitment_status, '') = 'used'`;
