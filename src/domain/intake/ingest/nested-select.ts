import { type Sql, inlineValues, selectList, sql } from '../../../platform/store/sql.js';

/**
 * Selects the columns that `usedIn` names, and those they use, as nested queries: each column is one
 * level above the columns it uses. In one flat query the engine would copy an expression to wherever
 * its name is used, and planning would take longer than reading a hundred thousand rows.
 */
export function nestedSelect(columns: Readonly<Record<string, Sql>>, from: Sql, usedIn: Sql): Sql {
  const levels: Record<string, Sql>[] = [];
  const used = namesIn(usedIn).filter((name) => Object.hasOwn(columns, name));
  for (const [name, level] of levelsOf(columns, used)) {
    (levels[level] ??= {})[name] = columns[name] ?? sql``;
  }
  return levels.reduce(
    (inner, level) => sql`SELECT\n  *,\n  ${selectList(level)}\nFROM (\n${inner}\n)`,
    from,
  );
}

function levelsOf(
  columns: Readonly<Record<string, Sql>>,
  used: readonly string[],
): Map<string, number> {
  const levels = new Map<string, number>();
  const visit = (name: string, path: readonly string[]): number => {
    const visited = levels.get(name);
    if (visited !== undefined) return visited;
    if (path.includes(name))
      throw new Error(`circular column reference: ${[...path, name].join(', ')}`);
    const usedLevels = namesIn(columns[name] ?? sql``)
      .filter((other) => other !== name && Object.hasOwn(columns, other))
      .map((other) => visit(other, [...path, name]));
    const level = Math.max(-1, ...usedLevels) + 1;
    levels.set(name, level);
    return level;
  };
  for (const name of used) visit(name, []);
  return levels;
}

/** The names in an expression, without those inside string literals. */
function namesIn(expression: Sql): string[] {
  const text = inlineValues(expression).replace(/'(?:[^'\\]|\\.)*'/g, "''");
  return [...new Set(text.match(/[a-z_]\w*/gi))];
}
