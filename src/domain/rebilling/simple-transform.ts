import { Decimal } from '../../platform/lib/decimal.js';
import { literal } from '../../platform/store/clickhouse/sql-text.js';
import { chargeTypeLabels } from '../charge-type-labels.js';
import type { Sql } from '../ingest/sql/sql.js';
import { type AssignedRule, windowOf } from './assigned-rules.js';
import type { Transform } from './transform.js';

/** The condition that a line is dated within the days of a rule, and others. */
export function withinWindow(rule: AssignedRule, ...conditions: Sql[]): Sql {
  const { start, end } = windowOf(rule);
  const all = [
    ...(start === undefined ? [] : [`row.usage_date >= toDate(${literal(start)})`]),
    ...(end === undefined ? [] : [`row.usage_date <= toDate(${literal(end)})`]),
    ...conditions,
  ];
  return all.length === 0 ? 'true' : `(${all.join(' AND ')})`;
}

/** Removes the lines of a charge type, given as its code or its label. */
export function exclusion(rule: AssignedRule): Transform {
  const given = rule.charge_type ?? '';
  const labelled = Object.entries(chargeTypeLabels).filter(([, label]) => label === given);
  const codes = [given, ...labelled.map(([code]) => code)].map(literal);
  const where = withinWindow(rule, `row.charge_type IN (${codes.join(', ')})`);
  return { kind: 'remove', ruleToken: rule.token, where };
}

/** Multiplies the amounts of the lines of a service and category, or of all lines. */
export function adjustment(rule: AssignedRule): Transform {
  const { service, category } = rule;
  const where = withinWindow(
    rule,
    ...(service ? [`row.service = ${literal(service)}`] : []),
    ...(category ? [`ifNull(row.cost_category = ${literal(category)}, false)`] : []),
  );
  const factor = new Decimal(rule.percentage ?? '100').div(100).toFixed();
  return { kind: 'scale', ruleToken: rule.token, where, factor };
}
