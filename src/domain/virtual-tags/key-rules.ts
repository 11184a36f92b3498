import { createHash } from 'node:crypto';
import { withLiterals } from '../../platform/store/clickhouse/sql-text.js';
import { type KnownTagValues, QueryParameters } from '../vql/index.js';
import { costKeyColumns } from './cost-key.js';
import { compileRules } from './compile-rules.js';
import { containingPhaseSql } from './phases.js';
import { withoutPrefix } from './prefixed-value.js';
import { buildRuleLevels, ruleColumnsOf, selectLevels } from './rule-levels.js';
import type { RuleSet } from './rule-set.js';

/** The rules of a virtual tag, evaluated over every combination of what they can use. */
export interface KeyRules {
  /** Hash of the rules and of those that they depend on. */
  id: string;
  /** The rules whose results these read. */
  nested: readonly KeyRules[];
  /** Statement that evaluates them for the combinations of some loads, with all values inlined. */
  select: (keys: KeySelection) => string;
}

/** The rows of `cost_keys` that rules are evaluated over. */
export interface KeySelection {
  /** The rollup that the results are joined to. */
  rollup: 'tag_costs' | 'resource_costs';
  loadIds: readonly number[];
}

/** Returns a function that builds the key rules of a rule set, each once. */
export function keyRulesBuilder(knownTagValues?: KnownTagValues): (ruleSet: RuleSet) => KeyRules {
  const built = new Map<RuleSet, KeyRules>();
  const build = (ruleSet: RuleSet): KeyRules => {
    const known = built.get(ruleSet);
    if (known) return known;
    const nested = new Map([...ruleSet.nested.values()].map((each) => [each, build(each)]));
    const rules = buildKeyRules(ruleSet, nested, knownTagValues);
    built.set(ruleSet, rules);
    return rules;
  };
  return build;
}

/** Rules over the stored results of those they depend on. Names in the statement are part of its hash. */
function buildKeyRules(
  ruleSet: RuleSet,
  nested: ReadonlyMap<RuleSet, KeyRules>,
  knownTagValues: KnownTagValues | undefined,
): KeyRules {
  const parameters = new QueryParameters();
  const names = new Map([...nested.keys()].map((each, index) => [each, `n${index}`]));
  const { ruleIndex, value } = compileRules(ruleSet, {
    phaseColumn: 'phase',
    nestedValue: (each) => names.get(each)!,
    parameters,
    knownTagValues,
  });
  const joins = [...nested].map(([each, { id }]) =>
    buildKeyJoin(
      { ...each, name: names.get(each)! },
      containingPhaseSql('phase', ruleSet.phases, each.phases),
      id,
    ),
  );
  const inlined = (expression: string) => withLiterals(expression, parameters.values);
  const index = inlined(ruleIndex);
  const values = [...names.values()].map(
    (name) => `, ${withoutPrefix(`${name}_value`)} AS ${name}`,
  );
  const columns = `row_key, shard_key, phase, rule_index, ${inlined(value('rule_index'))} AS value`;
  const select = (keys: KeySelection) =>
    [
      `SELECT ${columns}`,
      `FROM (SELECT *, ${index} AS rule_index`,
      `FROM (SELECT *${values.join('')}`,
      `FROM ${selectKeys(ruleSet, keys)} AS cost_keys`,
      ...joins,
      '))',
    ].join('\n');
  const id = createHash('sha256')
    .update(select({ rollup: 'tag_costs', loadIds: [] }))
    .digest('hex')
    .slice(0, 32);
  return { id, nested: [...nested.values()], select };
}

/** Statement with the same result that evaluates the rules of all levels and reads no stored results. */
export function selectInline(
  ruleSet: RuleSet,
  keys: KeySelection,
  knownTagValues: KnownTagValues | undefined,
): string {
  const parameters = new QueryParameters();
  const phaseOf = (each: RuleSet) => containingPhaseSql('phase', ruleSet.phases, each.phases);
  const levels = buildRuleLevels(ruleSet, phaseOf, { parameters, knownTagValues });
  const rows = withLiterals(selectLevels(levels, selectKeys(ruleSet, keys)), parameters.values);
  const { ruleIndex, value } = ruleColumnsOf(ruleSet);
  return `SELECT row_key AS key_id, phase, ${ruleIndex} AS rule_index, ${value} AS value FROM ${rows}`;
}

/**
 * SQL of what the results of rules are joined to a row by: its combination, and for rules that test
 * resource ids which of the tests are true. Resources of which the same are true have the same results.
 */
function rowKeySql({ resourceTests }: RuleSet): string {
  if (resourceTests.length === 0) return 'key_id';
  return `sipHash64(key_id, [${resourceTests.map((test) => `ifNull(${test}, false)`).join(', ')}])`;
}

/** The combinations of some loads, once per phase. Those with resources are read from their rollup. */
function selectKeys(ruleSet: RuleSet, { rollup, loadIds }: KeySelection): string {
  const indexes = ruleSet.phases.map((_, index) => `toUInt16(${index})`);
  const [resource, table] =
    ruleSet.resourceTests.length === 0
      ? ['', `cost_keys WHERE rollup = '${rollup}' AND`]
      : [', resource_id', 'resource_costs WHERE'];
  return [
    '(SELECT *, phase',
    `FROM (SELECT key_id, ${costKeyColumns.join(', ')}${resource}, ${rowKeySql(ruleSet)} AS row_key,`,
    '    if(tag_set_id = 0, key_id, tag_set_id) AS shard_key',
    `  FROM ${table} ${loadIds.length === 0 ? 'false' : `load_id IN (${loadIds.join(', ')})`}`,
    '  LIMIT 1 BY row_key) AS cost_keys',
    'LEFT ANY JOIN (SELECT tag_set_id, tags FROM tag_sets) AS tag_sets USING (tag_set_id)',
    `ARRAY JOIN [${indexes.join(', ')}] AS phase)`,
  ].join('\n');
}

/** Joins the results of rules to a row, stored or computed inline. */
export function buildKeyJoin(
  ruleSet: RuleSet,
  phase: string | null,
  results: KeyRules['id'] | { inline: string },
): string {
  const { name } = ruleSet;
  const rows =
    typeof results === 'string'
      ? `rule_results WHERE rules = '${results}'`
      : `(\n${results.inline}\n)`;
  return (
    `LEFT ANY JOIN (SELECT key_id AS ${name}_key, phase AS ${name}_in, rule_index AS ${name}_rule_index, value AS ${name}_value` +
    ` FROM ${rows}) AS ${name} ON ${rowKeySql(ruleSet)} = ${name}.${name}_key` +
    (phase === null ? '' : ` AND ${phase} = ${name}.${name}_in`)
  );
}
