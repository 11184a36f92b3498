import { inlineValues, type Sql } from '../../../platform/store/sql.js';
import { hasRoomFor, storedScale } from './amount-sql.js';
import { lineColumns } from './line-columns.js';
import type { Transform } from './transform.js';

export const amountColumns = ['billed_cost', 'effective_cost'];

/** The columns of lines that SQL over `row` refers to. */
export const columnsIn = (expression: Sql): string[] => {
  const names = [...inlineValues(expression).matchAll(/\brow\.(\w+)/g)].map(([, name]) => name!);
  // Also finds "row." in texts, so names must be those of columns.
  return [...new Set(names)].filter((name) => lineColumns.includes(name));
};

/** Columns that a transform looks at. Factors need none: they multiply whatever there is. */
function columnsReadBy(transform: Transform): string[] {
  if (transform.kind !== 'assign') return columnsIn(transform.where);
  const { where, billed, effective, columns } = transform;
  const read = [where, billed, effective, ...Object.values(columns)];
  return read.flatMap((expression) => (expression === undefined ? [] : columnsIn(expression)));
}

function columnsChangedBy(transform: Transform): string[] {
  if (transform.kind === 'remove') return [];
  if (transform.kind === 'scale') return amountColumns;
  const { billed, effective, columns } = transform;
  const amounts = [billed && 'billed_cost', effective && 'effective_cost'];
  return [...Object.keys(columns), ...amounts.filter((amount) => amount !== undefined)];
}

/** Columns that transforms read or change. */
export const columnsUsedBy = (transforms: readonly Transform[]): string[] =>
  transforms.flatMap((each) => [...columnsReadBy(each), ...columnsChangedBy(each)]);

export const factorsOf = (transforms: readonly Transform[]): string[] =>
  transforms.flatMap((each) => (each.kind === 'scale' ? [each.factor] : []));

/**
 * Transforms that follow each other and do not see what the others change: they can be one SELECT. Fewer
 * SELECTs matter, because the time to plan nested ones grows faster than their number.
 */
export function layersOf(transforms: readonly Transform[]): Transform[][] {
  const layers: Transform[][] = [];
  for (const transform of transforms) {
    const last = layers.at(-1);
    if (last && fits(last, transform)) last.push(transform);
    else layers.push([transform]);
  }
  return layers;
}

function fits(layer: readonly Transform[], next: Transform): boolean {
  const changed = new Set(layer.flatMap(columnsChangedBy));
  const seen = next.kind === 'assign' ? columnsUsedBy([next]) : columnsReadBy(next);
  return (
    !seen.some((column) => changed.has(column)) &&
    hasRoomFor(storedScale * 2, factorsOf([...layer, next]))
  );
}
