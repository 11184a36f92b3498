import { type Sql, sql } from '../../../platform/store/sql.js';
import { compileRules, type RuleContext } from './compile-rules.js';
import { withoutPrefix } from './prefixed-value.js';
import { inDependencyOrder, type RuleSet } from './rule-set.js';

/** Columns that a statement computes, by name. */
type Columns = Readonly<Record<string, Sql>>;

/** Names of the columns of a rule set in a statement that evaluates it. */
export const ruleColumnsOf = ({ name }: RuleSet) => ({
  phase: `${name}_phase`,
  ruleIndex: `${name}_rule_index`,
  value: `${name}_value`,
});

/**
 * A rule set and those it depends on as columns, level by level: each level is a `SELECT` over the one
 * before it and refers to its columns by name, so the text grows with the number of rules and not with
 * the number of references between them. (The engine would copy an alias of the same `SELECT`.)
 */
export function buildRuleLevels(
  ruleSet: RuleSet,
  phaseOf: (each: RuleSet) => Sql,
  context: Omit<RuleContext, 'phaseColumn' | 'nestedValue'>,
): Columns[] {
  const levels: Record<string, Sql>[] = Array.from({ length: 2 * ruleSet.depth + 3 }, () => ({}));
  const nestedValue = (nested: RuleSet) => withoutPrefix(sql.ref(ruleColumnsOf(nested).value));
  for (const each of inDependencyOrder(ruleSet)) {
    const { phase, ruleIndex, value } = ruleColumnsOf(each);
    const rules = compileRules(each, { ...context, phaseColumn: phase, nestedValue });
    const read = [...each.nested.values()].map((nested) => ruleColumnsOf(nested).value);
    levels[0]![phase] = phaseOf(each);
    const result = rules.value(sql.ref(ruleIndex));
    levels[2 * each.depth + 1]![ruleIndex] = evaluateFirst(read, rules.ruleIndex, sql`0`);
    levels[2 * each.depth + 2]![value] = evaluateFirst([ruleIndex], result, sql`''`);
  }
  return levels;
}

/**
 * Has the engine evaluate columns before the expression that reads them. It would otherwise evaluate
 * them where a condition needs them, and those they read inside of that, in exponential time and memory.
 */
function evaluateFirst(columns: readonly string[], expression: Sql, unused: Sql): Sql {
  return columns.length === 0
    ? expression
    : sql`if(ignore(${sql.refs(columns)}), ${unused}, ${expression})`;
}

/** The rows of a table or sub-select with the columns of each level. */
export function selectLevels(levels: readonly Columns[], from: Sql): Sql {
  return levels.reduce((source, columns) => {
    const list = Object.entries(columns).map(
      ([name, expression]) => sql`${expression} AS ${sql.ref(name)}`,
    );
    return sql`(SELECT *, ${sql.join(list)} FROM ${source})`;
  }, from);
}
