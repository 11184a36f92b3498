export { assignToAll, moveToEnd, renumberAssignments } from './assign-rules.js';
export { billingRules } from './billing-rule.js';
export { checkRule, type RuleContent } from './check-rule.js';
export { requireRoomForCustomRule } from './custom-rule-limit.js';
export { describeRule } from './describe-rule.js';
export { checkRuleOrder, withRulesForAll } from './execution-group.js';
export { fieldsOf, type RuleType, ruleTypeOf, ruleTypes, specificFields } from './rule-type.js';
export {
  type Assignment,
  awsLineColumns,
  type BillingColumn,
  type ColumnSql,
  compileCondition,
  compileDivisionByZero,
  compileExpression,
  type DeleteStatement,
  type InsertStatement,
  type Literal,
  parseBillingSql,
  type UpdateStatement,
} from './sql/index.js';
