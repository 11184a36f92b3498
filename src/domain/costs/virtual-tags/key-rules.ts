import { createHash } from 'node:crypto';
import { inlineValues, type Sql, sql } from '../../../platform/store/sql.js';
import type { KnownTagValues } from '../vql/index.js';
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
  /** Statement that evaluates them for the combinations of some loads. */
  select: (keys: KeySelection) => Sql;
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
  const names = new Map([...nested.keys()].map((each, index) => [each, `n${index}`]));
  const { ruleIndex, value } = compileRules(ruleSet, {
    phaseColumn: 'phase',
    nestedValue: (each) => sql.ref(names.get(each)!),
    knownTagValues,
  });
  const joins = [...nested].map(([each, { id }]) =>
    buildKeyJoin(
      { ...each, name: names.get(each)! },
      containingPhaseSql(sql`phase`, ruleSet.phases, each.phases),
      id,
    ),
  );
  const values = [...names.values()].map(
    (name) => sql`${withoutPrefix(sql.ref(`${name}_value`))} AS ${sql.ref(name)}`,
  );
  const result = value(sql`rule_index`);
  const select = (keys: KeySelection) =>
    sql.join(
      [
        sql`SELECT row_key, shard_key, phase, rule_index, ${result} AS value`,
        sql`FROM (SELECT *, ${ruleIndex} AS rule_index`,
        sql`FROM (SELECT ${sql.join([sql`*`, ...values])}`,
        sql`FROM ${selectKeys(ruleSet, keys)} AS cost_keys`,
        ...joins,
        sql`))`,
      ],
      '\n',
    );
  const id = createHash('sha256')
    .update(inlineValues(select({ rollup: 'tag_costs', loadIds: [] })))
    .digest('hex')
    .slice(0, 32);
  return { id, nested: [...nested.values()], select };
}

/**
 * Statement with the same result that evaluates the rules of all levels and reads no stored results. Its
 * values are literals: rules can have thousands, and each would be a parameter.
 */
export function selectInline(
  ruleSet: RuleSet,
  keys: KeySelection,
  knownTagValues: KnownTagValues | undefined,
): Sql {
  const phaseOf = (each: RuleSet) => containingPhaseSql(sql`phase`, ruleSet.phases, each.phases);
  const levels = buildRuleLevels(ruleSet, phaseOf, { knownTagValues });
  const rows = inlineValues(selectLevels(levels, selectKeys(ruleSet, keys)));
  const { ruleIndex, value } = ruleColumnsOf(ruleSet);
  return sql`
    SELECT row_key AS key_id, phase, ${sql.ref(ruleIndex)} AS rule_index, ${sql.ref(value)} AS value
    FROM ${sql.raw(rows)}
  `;
}

/**
 * SQL of what the results of rules are joined to a row by: its combination, and for rules that test
 * resource ids which of the tests are true. Resources of which the same are true have the same results.
 */
function rowKeySql({ resourceTests }: RuleSet): Sql {
  if (resourceTests.length === 0) return sql`key_id`;
  const tests = resourceTests.map((test) => sql`ifNull(${sql.raw(test)}, false)`);
  return sql`sipHash64(key_id, [${sql.join(tests)}])`;
}

/** The combinations of some loads, once per phase. Those with resources are read from their rollup. */
function selectKeys(ruleSet: RuleSet, { rollup, loadIds }: KeySelection): Sql {
  const indexes = ruleSet.phases.map((_, index) => sql`toUInt16(${index})`);
  const ofLoads = loadIds.length === 0 ? sql`false` : sql`load_id IN (${sql.numbers(loadIds)})`;
  const columns = ['key_id', ...costKeyColumns];
  const [columnsRead, rows] =
    ruleSet.resourceTests.length === 0
      ? [columns, sql`cost_keys WHERE rollup = ${sql.literal(rollup)} AND ${ofLoads}`]
      : [[...columns, 'resource_id'], sql`resource_costs WHERE ${ofLoads}`];
  return sql.join(
    [
      sql`(SELECT *, phase`,
      sql`FROM (SELECT ${sql.refs(columnsRead)}, ${rowKeySql(ruleSet)} AS row_key,`,
      sql`    if(tag_set_id = 0, key_id, tag_set_id) AS shard_key`,
      sql`  FROM ${rows}`,
      sql`  LIMIT 1 BY row_key) AS cost_keys`,
      sql`LEFT ANY JOIN (SELECT tag_set_id, tags FROM tag_sets) AS tag_sets USING (tag_set_id)`,
      sql`ARRAY JOIN [${sql.join(indexes)}] AS phase)`,
    ],
    '\n',
  );
}

/** Joins the results of rules to a row, stored or computed inline. */
export function buildKeyJoin(
  ruleSet: RuleSet,
  phase: Sql | null,
  results: KeyRules['id'] | { inline: Sql },
): Sql {
  const name = sql.ref(ruleSet.name);
  const column = (suffix: string) => sql.ref(`${ruleSet.name}_${suffix}`);
  const columns = [
    sql`key_id AS ${column('key')}`,
    sql`phase AS ${column('in')}`,
    sql`rule_index AS ${column('rule_index')}`,
    sql`value AS ${column('value')}`,
  ];
  const rows =
    typeof results === 'string'
      ? sql`rule_results WHERE rules = ${sql.literal(results)}`
      : sql`(\n${results.inline}\n)`;
  const isSame = [
    sql`${rowKeySql(ruleSet)} = ${name}.${column('key')}`,
    ...(phase === null ? [] : [sql`${phase} = ${name}.${column('in')}`]),
  ];
  const joined = sql`(SELECT ${sql.join(columns)} FROM ${rows}) AS ${name}`;
  return sql`LEFT ANY JOIN ${joined} ON ${sql.join(isSame, ' AND ')}`;
}
