import { Decimal } from '../../../platform/lib/decimal.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { chargeTypeLabels } from '../../costs/charge-type-labels.js';
import { type AssignedRule, windowOf } from './assigned-rules.js';
import type { Transform } from './transform.js';

/** The condition that a line is dated within the days of a rule, and others. */
export function withinWindow(rule: AssignedRule, ...conditions: Sql[]): Sql {
  const { start, end } = windowOf(rule);
  const all = [
    ...(start === undefined ? [] : [sql`row.usage_date >= toDate(${sql.literal(start)})`]),
    ...(end === undefined ? [] : [sql`row.usage_date <= toDate(${sql.literal(end)})`]),
    ...conditions,
  ];
  return all.length === 0 ? sql`true` : sql`(${sql.join(all, ' AND ')})`;
}

/** Removes the lines of a charge type, given as its code or its label. */
export function exclusion(rule: AssignedRule): Transform {
  const given = rule.charge_type ?? '';
  const labelled = Object.entries(chargeTypeLabels).filter(([, label]) => label === given);
  const codes = [given, ...labelled.map(([code]) => code)].map(sql.literal);
  const where = withinWindow(rule, sql`row.charge_type IN (${sql.join(codes)})`);
  return { kind: 'remove', ruleToken: rule.token, where };
}

/** Multiplies the amounts of the lines of a service and category, or of all lines. */
export function adjustment(rule: AssignedRule): Transform {
  const { service, category } = rule;
  const where = withinWindow(
    rule,
    ...(service ? [sql`row.service = ${sql.literal(service)}`] : []),
    ...(category ? [sql`ifNull(row.cost_category = ${sql.literal(category)}, false)`] : []),
  );
  const factor = new Decimal(rule.percentage ?? '100').div(100).toFixed();
  return { kind: 'scale', ruleToken: rule.token, where, factor };
}
