import { createHash } from 'node:crypto';
import { withLiterals } from '../../platform/store/clickhouse/sql-text.js';
import { QueryParameters } from '../vql/index.js';
import type { Rules } from './compile-rules.js';

/** The rules of a virtual tag, evaluated over the rows of `cost_keys`: every combination of what rules can use. */
export interface KeyRules {
  /** Hash of the rules. */
  id: string;
  /** Statement that evaluates them for the combinations of some loads, with all values inlined. */
  select: (keys: KeySelection) => string;
}

/** The rows of `cost_keys` that rules are evaluated over. */
export interface KeySelection {
  /** The rollup that the results are joined to. */
  rollup: 'tag_costs' | 'resource_costs';
  loadIds: readonly number[];
}

/** Builds the statement of rules that are compiled over `cost_keys`, `tags` and `phase`. */
export function buildKeyRules(
  phaseCount: number,
  compile: (parameters: QueryParameters) => Rules,
): KeyRules {
  const parameters = new QueryParameters();
  const { ruleIndex, value } = compile(parameters);
  const phases = Array.from({ length: phaseCount }, (_, index) => `toUInt16(${index})`);
  const columns = withLiterals(
    `${ruleIndex} AS rule_index, ${value('rule_index')} AS value`,
    parameters.values,
  );
  const select = ({ rollup, loadIds }: KeySelection) =>
    [
      `SELECT key_id, tag_set_id, phase, ${columns}`,
      'FROM (SELECT DISTINCT * EXCEPT (load_id, rollup) FROM cost_keys',
      `  WHERE rollup = '${rollup}' AND ${loadIds.length === 0 ? 'false' : `load_id IN (${loadIds.join(', ')})`}) AS cost_keys`,
      'LEFT ANY JOIN (SELECT tag_set_id, tags FROM tag_sets) AS tag_sets USING (tag_set_id)',
      `ARRAY JOIN [${phases.join(', ')}] AS phase`,
    ].join('\n');
  const id = createHash('sha256')
    .update(select({ rollup: 'tag_costs', loadIds: [] }))
    .digest('hex')
    .slice(0, 32);
  return { id, select };
}

/** Joins the results of rules to a row, stored or computed inline, under names that begin with `name`. */
export function buildKeyJoin(
  name: string,
  phase: string | null,
  results: KeyRules['id'] | { inline: string },
): string {
  const rows =
    typeof results === 'string'
      ? `rule_results WHERE rules = '${results}'`
      : `(\n${results.inline}\n)`;
  return (
    `LEFT ANY JOIN (SELECT key_id AS ${name}_key, phase AS ${name}_in, rule_index AS ${name}_rule_index, value AS ${name}_value` +
    ` FROM ${rows}) AS ${name} ON key_id = ${name}.${name}_key` +
    (phase === null ? '' : ` AND ${phase} = ${name}.${name}_in`)
  );
}
