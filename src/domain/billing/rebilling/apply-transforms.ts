import { type Sql, sql } from '../../../platform/store/sql.js';
import { daysDependOn, daysOfLine } from './amortize-charges.js';
import {
  factorSql,
  hasRoomFor,
  makeRoom,
  scaleOf,
  stored,
  storedScale,
  widened,
} from './amount-sql.js';
import { amountColumns, columnsUsedBy, factorsOf, layersOf } from './layers.js';
import type { Transform } from './transform.js';

/** Lines after some transforms, as a SELECT. */
export interface TransformedLines {
  /**
   * Has the columns of the lines that were asked for, and `kept`: false once a rule has removed the line.
   * With steps also `billed_n`, `effective_n`, `date_n`, `days_n` and `currency_n`, the line after n
   * transforms, before it is amortized over its days.
   */
  sql: Sql;
  /** SQL over the SELECT as `row`: the array of the transforms that matched the line, from 0 on. */
  matched: Sql;
}

export interface TransformOptions {
  /** Columns of lines that the result must have. */
  columns?: readonly string[];
  /** Keeps what each transform does. */
  withSteps?: boolean;
}

/** Applies transforms to lines, in their order and in one pass. */
export function applyTransforms(
  lines: Sql,
  transforms: readonly Transform[],
  { columns = [], withSteps = false }: TransformOptions = {},
): TransformedLines {
  const used = [
    ...new Set([
      'usage_date',
      'currency',
      ...amountColumns,
      ...(withSteps ? daysDependOn : []),
      ...columnsUsedBy(transforms),
    ]),
  ];
  const unused = columns.filter((column) => !used.includes(column));
  const hitColumns = Math.ceil(transforms.length / hitsPerColumn);
  let scale = storedScale;
  let done = 0;
  const start = startColumns(used, unused, hitColumns);
  let expression = sql`SELECT ${sql.join(start)} FROM (${lines}) AS row`;
  if (withSteps)
    expression = sql`SELECT *, ${sql.join(stepColumns(0, rowValues))} FROM (${expression}) AS row`;
  for (const transformsOfLayer of layersOf(transforms)) {
    const layer = applyLayer(transformsOfLayer, scale, done);
    const steps = withSteps
      ? layer.steps.flatMap((values, i) => stepColumns(done + i + 1, values))
      : [];
    const selected = sql.join([sql`* REPLACE (${sql.join(layer.replaced)})`, ...steps]);
    expression = sql`SELECT ${selected} FROM (${expression}) AS row`;
    scale = layer.scale;
    done += transformsOfLayer.length;
  }
  if (unused.length > 0) expression = unpack(expression, unused);
  return { sql: expression, matched: matchedSql(hitColumns) };
}

const rowColumn = (column: string): Sql => sql`row.${sql.ref(column)}`;

/**
 * Columns that no transform uses travel as one, because the time that the engine takes to plan the
 * statement grows with the number of columns of all layers.
 */
function startColumns(
  used: readonly string[],
  unused: readonly string[],
  hitColumns: number,
): Sql[] {
  const columns = used.map((column) => {
    const value = rowColumn(column);
    const started = amountColumns.includes(column) ? widened(value, storedScale) : value;
    return sql`${started} AS ${sql.ref(column)}`;
  });
  const packed = sql.join(unused.map(rowColumn));
  return [
    ...columns,
    sql`true AS kept`,
    ...Array.from({ length: hitColumns }, (_, index) => sql`toUInt64(0) AS hits_${index}`),
    ...(unused.length > 0 ? [sql`tuple(${packed}) AS unused`] : []),
  ];
}

function unpack(expression: Sql, unused: readonly string[]): Sql {
  const columns = unused.map(
    (column, index) => sql`tupleElement(row.unused, ${index + 1}) AS ${sql.ref(column)}`,
  );
  return sql`SELECT * EXCEPT (unused), ${sql.join(columns)} FROM (${expression}) AS row`;
}

/** Matches are bits of a number, for the same reason. */
const hitsPerColumn = 64;
const hitColumn = (index: number) => `hits_${Math.floor(index / hitsPerColumn)}`;

const matchedSql = (hitColumns: number): Sql => {
  const parts = Array.from({ length: hitColumns }, (_, index) => {
    const bits = sql`bitPositionsToArray(row.hits_${index})`;
    return index === 0 ? bits : sql`arrayMap(bit -> bit + ${index * hitsPerColumn}, ${bits})`;
  });
  return parts.length === 1 ? parts[0]! : sql`arrayConcat(${sql.join(parts)})`;
};

/** SQL of the hit columns after the transforms from a number on, by column. */
function hitColumnsAfter(transforms: readonly Transform[], first: number): Map<string, Sql> {
  const columns = new Map<string, Sql>();
  for (const [offset, { where }] of transforms.entries()) {
    const column = hitColumn(first + offset);
    const bit = sql`bitShiftLeft(toUInt64(${where}), ${(first + offset) % hitsPerColumn})`;
    columns.set(column, sql`bitOr(${columns.get(column) ?? rowColumn(column)}, ${bit})`);
  }
  return columns;
}

/** SQL of what transforms change, after some of them. */
interface Values {
  kept: Sql;
  billed: Sql;
  effective: Sql;
  /** Other columns that were changed. */
  columns: Readonly<Record<string, Sql>>;
}

const rowValues: Values = {
  kept: sql`row.kept`,
  billed: sql`row.billed_cost`,
  effective: sql`row.effective_cost`,
  columns: {},
};

function stepColumns(number: number, { kept, billed, effective, columns }: Values): Sql[] {
  const amount = (expression: Sql) =>
    sql`if(${kept}, ${stored(expression)}, toDecimal128(0, ${storedScale}))`;
  const column = (name: string) => columns[name] ?? rowColumn(name);
  // Shares of zero are zero, so amounts do not matter.
  const days = daysOfLine((name) => (name === 'effective_cost' ? sql`1` : column(name)));
  return [
    sql`${amount(billed)} AS billed_${number}`,
    sql`${amount(effective)} AS effective_${number}`,
    sql`${column('usage_date')} AS date_${number}`,
    sql`${days} AS days_${number}`,
    sql`toString(${column('currency')}) AS currency_${number}`,
  ];
}

interface Layer {
  replaced: Sql[];
  scale: number;
  /** After each transform. */
  steps: Values[];
}

function applyLayer(transforms: readonly Transform[], startScale: number, done: number): Layer {
  const start = (cost: Sql) =>
    hasRoomFor(startScale, factorsOf(transforms))
      ? { sql: cost, scale: startScale }
      : makeRoom(cost, startScale);
  let { scale } = start(rowValues.billed);
  let values: Values = {
    ...rowValues,
    billed: start(rowValues.billed).sql,
    effective: start(rowValues.effective).sql,
  };
  const steps: Values[] = [];
  for (const transform of transforms) {
    values = apply(transform, values, scale);
    if (transform.kind === 'scale') scale += scaleOf(transform.factor);
    steps.push(values);
  }
  const replaced: (readonly [string, Sql])[] = [
    ...Object.entries(values.columns),
    ['billed_cost', values.billed],
    ['effective_cost', values.effective],
    ['kept', values.kept],
    ...hitColumnsAfter(transforms, done),
  ];
  return {
    replaced: replaced.map(([name, expression]) => sql`${expression} AS ${sql.ref(name)}`),
    scale,
    steps,
  };
}

function apply(transform: Transform, before: Values, scale: number): Values {
  const { where } = transform;
  switch (transform.kind) {
    case 'remove':
      return { ...before, kept: sql`(${before.kept} AND NOT ${where})` };
    case 'scale': {
      const factor = factorSql(where, transform.factor);
      return {
        ...before,
        billed: sql`(${before.billed} * ${factor})`,
        effective: sql`(${before.effective} * ${factor})`,
      };
    }
    case 'assign': {
      const amount = (value: Sql | undefined, old: Sql) =>
        value === undefined
          ? old
          : sql`if(${where}, ifNull(${widened(value, scale)}, ${old}), ${old})`;
      const changed = Object.entries(transform.columns).map(
        ([name, value]) => [name, sql`if(${where}, ${value}, ${rowColumn(name)})`] as const,
      );
      return {
        ...before,
        billed: amount(transform.billed, before.billed),
        effective: amount(transform.effective, before.effective),
        columns: { ...before.columns, ...Object.fromEntries(changed) },
      };
    }
  }
}
