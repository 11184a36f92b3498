import type { Sql } from '../ingest/sql/sql.js';
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
   * With steps also `billed_n`, `effective_n`, `month_n` and `currency_n`, the line as stored after n
   * transforms.
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
    ...new Set(['usage_date', 'currency', ...amountColumns, ...columnsUsedBy(transforms)]),
  ];
  const unused = columns.filter((column) => !used.includes(column));
  const hitColumns = Math.ceil(transforms.length / hitsPerColumn);
  let scale = storedScale;
  let done = 0;
  let expression = `SELECT ${startColumns(used, unused, hitColumns).join(', ')} FROM (${lines}) AS row`;
  if (withSteps)
    expression = `SELECT *, ${stepColumns(0, rowValues).join(', ')} FROM (${expression}) AS row`;
  for (const transformsOfLayer of layersOf(transforms)) {
    const layer = applyLayer(transformsOfLayer, scale, done);
    const steps = withSteps
      ? layer.steps.flatMap((values, i) => stepColumns(done + i + 1, values))
      : [];
    expression = `SELECT * REPLACE (${layer.replaced.join(', ')})${steps.map((step) => `, ${step}`).join('')} FROM (${expression}) AS row`;
    scale = layer.scale;
    done += transformsOfLayer.length;
  }
  if (unused.length > 0) expression = unpack(expression, unused);
  return { sql: expression, matched: matchedSql(hitColumns) };
}

/**
 * Columns that no transform uses travel as one, because the time that the engine takes to plan the
 * statement grows with the number of columns of all layers.
 */
function startColumns(
  used: readonly string[],
  unused: readonly string[],
  hitColumns: number,
): Sql[] {
  const columns = used.map((column) =>
    amountColumns.includes(column)
      ? `${widened(`row.${column}`, storedScale)} AS ${column}`
      : `row.${column} AS ${column}`,
  );
  const packed = unused.map((column) => `row.${column}`).join(', ');
  return [
    ...columns,
    'true AS kept',
    ...Array.from({ length: hitColumns }, (_, index) => `toUInt64(0) AS hits_${index}`),
    ...(packed ? [`tuple(${packed}) AS unused`] : []),
  ];
}

function unpack(expression: Sql, unused: readonly string[]): Sql {
  const columns = unused.map(
    (column, index) => `tupleElement(row.unused, ${index + 1}) AS ${column}`,
  );
  return `SELECT * EXCEPT (unused), ${columns.join(', ')} FROM (${expression}) AS row`;
}

/** Matches are bits of a number, for the same reason. */
const hitsPerColumn = 64;
const hitColumn = (index: number) => `hits_${Math.floor(index / hitsPerColumn)}`;

const matchedSql = (hitColumns: number): Sql => {
  const parts = Array.from({ length: hitColumns }, (_, index) => {
    const bits = `bitPositionsToArray(row.hits_${index})`;
    return index === 0 ? bits : `arrayMap(bit -> bit + ${index * hitsPerColumn}, ${bits})`;
  });
  return parts.length === 1 ? parts[0]! : `arrayConcat(${parts.join(', ')})`;
};

/** SQL of the hit columns after the transforms from a number on, by column. */
function hitColumnsAfter(transforms: readonly Transform[], first: number): Map<string, Sql> {
  const columns = new Map<string, Sql>();
  for (const [offset, { where }] of transforms.entries()) {
    const column = hitColumn(first + offset);
    const bit = `bitShiftLeft(toUInt64(${where}), ${(first + offset) % hitsPerColumn})`;
    columns.set(column, `bitOr(${columns.get(column) ?? `row.${column}`}, ${bit})`);
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
  kept: 'row.kept',
  billed: 'row.billed_cost',
  effective: 'row.effective_cost',
  columns: {},
};

function stepColumns(number: number, { kept, billed, effective, columns }: Values): Sql[] {
  const amount = (expression: Sql) =>
    `if(${kept}, ${stored(expression)}, toDecimal128(0, ${storedScale}))`;
  return [
    `${amount(billed)} AS billed_${number}`,
    `${amount(effective)} AS effective_${number}`,
    `toStartOfMonth(${columns['usage_date'] ?? 'row.usage_date'}) AS month_${number}`,
    `toString(${columns['currency'] ?? 'row.currency'}) AS currency_${number}`,
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
  let { scale } = start('');
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
  const replaced = [
    ...Object.entries(values.columns),
    ['billed_cost', values.billed],
    ['effective_cost', values.effective],
    ['kept', values.kept],
    ...hitColumnsAfter(transforms, done),
  ];
  return {
    replaced: replaced.map(([name, expression]) => `${expression} AS ${name}`),
    scale,
    steps,
  };
}

function apply(transform: Transform, before: Values, scale: number): Values {
  const { where } = transform;
  switch (transform.kind) {
    case 'remove':
      return { ...before, kept: `(${before.kept} AND NOT ${where})` };
    case 'scale': {
      const factor = factorSql(where, transform.factor);
      return {
        ...before,
        billed: `(${before.billed} * ${factor})`,
        effective: `(${before.effective} * ${factor})`,
      };
    }
    case 'assign': {
      const amount = (value: Sql | undefined, old: Sql) =>
        value === undefined
          ? old
          : `if(${where}, ifNull(${widened(value, scale)}, ${old}), ${old})`;
      const changed = Object.entries(transform.columns).map(
        ([name, value]) => [name, `if(${where}, ${value}, row.${name})`] as const,
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
