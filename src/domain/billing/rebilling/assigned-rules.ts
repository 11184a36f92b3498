import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Row } from '../../../platform/kernel/rows.js';
import { parseDate } from '../../../platform/lib/time.js';
import type { Db } from '../../../platform/store/tables.js';

/** A billing rule of a managed account. */
export type AssignedRule = Pick<
  Row<'billing_rules'>,
  | 'token'
  | 'type'
  | 'title'
  | 'start_date'
  | 'end_date'
  | 'charge_type'
  | 'percentage'
  | 'service'
  | 'category'
  | 'sub_category'
  | 'amount'
  | 'sql_query'
  | 'execution_group'
>;

/** The groups of rules, in the order in which they run. */
export const ruleGroup = { awsTransform: 1, insert: 2, transform: 3, monthly: 4 } as const;

const columns = [
  'b.token',
  'b.type',
  'b.title',
  'b.start_date',
  'b.end_date',
  'b.charge_type',
  'b.percentage',
  'b.service',
  'b.category',
  'b.sub_category',
  'b.amount',
  'b.sql_query',
  'b.execution_group',
] as const;

/** The rules of a managed account in the order in which they run. */
export async function readAssignedRules(db: Db, managedAccount: string): Promise<AssignedRule[]> {
  return db
    .selectFrom('managed_account_billing_rules as a')
    .innerJoin('billing_rules as b', 'b.token', 'a.billing_rule_token')
    .select(columns)
    .where('a.managed_account_token', '=', managedAccount)
    .orderBy('b.execution_group')
    .orderBy('a.position')
    .orderBy('a.id')
    .execute();
}

/** Some rules of a management account, in no order. */
export async function readRules(
  db: Db,
  account: string,
  tokens: readonly string[],
): Promise<AssignedRule[]> {
  return db
    .selectFrom('billing_rules as b')
    .select(columns)
    .where('b.account_token', '=', account)
    .where('b.token', '=', sql<string>`any(${[...tokens]})`)
    .execute();
}

/** Whether a rule changes or removes rows, other than adding some. */
export const isTransform = ({ execution_group: group }: AssignedRule): boolean =>
  group === ruleGroup.awsTransform || group === ruleGroup.transform;

/** The first and last day that a rule applies to; undefined on a side that is open. */
export function windowOf(rule: AssignedRule): { start?: string; end?: string } {
  return {
    start: parseDate(rule.start_date ?? ''),
    end: parseDate(rule.end_date ?? ''),
  };
}

/** Changes when the result of the rules for the same input changes: raise it with the code. */
const pipelineVersion = 2;

/** Hash of rules and of what they are applied to. */
export function fingerprintOf(rules: readonly AssignedRule[], input: unknown): string {
  const definitions = rules.map(({ title: _, ...definition }) => definition);
  const text = JSON.stringify([pipelineVersion, definitions, input]);
  return createHash('sha256').update(text).digest('hex');
}
