import { selectList } from '../../platform/store/clickhouse/sql-text.js';
import type { Sql } from './sql/sql.js';

/**
 * Selects columns whose expressions use each other's names, as nested queries: each column is one
 * level above the columns it uses. In one flat query the engine would copy an expression to wherever
 * its name is used, and planning would take longer than reading a hundred thousand rows.
 */
export function nestedSelect(columns: Readonly<Record<string, Sql>>, from: Sql): Sql {
  const levels: Record<string, Sql>[] = [];
  for (const [name, level] of levelsOf(columns)) {
    (levels[level] ??= {})[name] = columns[name] ?? '';
  }
  return levels.reduce(
    (inner, level) => `SELECT\n  *,\n  ${selectList(level)}\nFROM (\n${inner}\n)`,
    from,
  );
}

function levelsOf(columns: Readonly<Record<string, Sql>>): Map<string, number> {
  const levels = new Map<string, number>();
  const visit = (name: string, path: readonly string[]): number => {
    const visited = levels.get(name);
    if (visited !== undefined) return visited;
    if (path.includes(name))
      throw new Error(`circular column reference: ${[...path, name].join(', ')}`);
    const usedLevels = namesIn(columns[name] ?? '')
      .filter((used) => used !== name && Object.hasOwn(columns, used))
      .map((used) => visit(used, [...path, name]));
    const level = Math.max(-1, ...usedLevels) + 1;
    levels.set(name, level);
    return level;
  };
  for (const name of Object.keys(columns)) visit(name, []);
  return levels;
}

/** The names in an expression, without those inside string literals. */
function namesIn(sql: Sql): string[] {
  return [...new Set(sql.replace(/'(?:[^'\\]|\\.)*'/g, "''").match(/[a-z_]\w*/gi))];
}
