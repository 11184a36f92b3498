import { selectList } from '../../platform/store/clickhouse/sql-text.js';
import type { Sql } from './sql/sql.js';

/**
 * Selects columns that use each other's names, as nested queries: a column lies one layer above
 * everything it uses. In one flat query the engine would copy an expression to wherever its name
 * stands, and planning would take longer than reading a hundred thousand rows.
 */
export function layeredSelect(columns: Readonly<Record<string, Sql>>, from: Sql): Sql {
  const layers: Record<string, Sql>[] = [];
  for (const [name, layer] of layerOf(columns)) {
    (layers[layer] ??= {})[name] = columns[name] ?? '';
  }
  return layers.reduce(
    (inner, layer) => `SELECT\n  *,\n  ${selectList(layer)}\nFROM (\n${inner}\n)`,
    from,
  );
}

function layerOf(columns: Readonly<Record<string, Sql>>): Map<string, number> {
  const layers = new Map<string, number>();
  const visit = (name: string, path: readonly string[]): number => {
    const known = layers.get(name);
    if (known !== undefined) return known;
    if (path.includes(name))
      throw new Error(`columns use each other: ${[...path, name].join(', ')}`);
    const below = namesIn(columns[name] ?? '')
      .filter((used) => used !== name && Object.hasOwn(columns, used))
      .map((used) => visit(used, [...path, name]));
    const layer = Math.max(-1, ...below) + 1;
    layers.set(name, layer);
    return layer;
  };
  for (const name of Object.keys(columns)) visit(name, []);
  return layers;
}

/** Names in an expression, texts left out. */
function namesIn(sql: Sql): string[] {
  return [...new Set(sql.replace(/'(?:[^'\\]|\\.)*'/g, "''").match(/[a-z_]\w*/gi))];
}
