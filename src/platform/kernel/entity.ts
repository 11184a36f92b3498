import type { z } from 'zod';
import { newToken } from '../lib/tokens.js';
import { recordChange } from './audit.js';
import type { Context } from './context.js';
import { type Access, type Computed, type Row, Rows, type TableName } from './rows.js';
import { serialize } from './serialize.js';

type Values = Record<string, unknown>;

export interface EntityDeclaration<Table extends TableName, Model extends z.ZodObject> {
  table: Table;
  /** Token prefix. */
  prefix: string;
  /** Name of the kind in the audit log and in "… not found". */
  kind: string;
  titleOf: (row: Row<Table>) => string;
  access: Access;
  /** The object as the API returns it. */
  model: Model;
  newestFirst?: boolean;
  /** Values that are not columns but come from a subquery. */
  computed?: Record<string, Computed>;
  /** Values that need more than a subquery: one query per page, never one per row. */
  derive?: (rows: Row<Table>[], ctx: Context) => Promise<(row: Row<Table>) => Values>;
  /** Keys that the audit log leaves out because the service can compute them again. */
  unaudited?: readonly string[];
}

/**
 * One kind of object: where it is stored, who sees it, how it is serialized and audited. The domain
 * declares entities, so that several API folders can use one without importing each other.
 *
 * @example
 * export const savedFilters = entity({
 *   table: 'saved_filters', prefix: 'svd_fltr', kind: 'Saved Filter',
 *   titleOf: (row) => row.title,
 *   access: { within: 'workspace', grants: true },
 *   model: SavedFilter,
 * });
 * const row = await savedFilters.rows.load(ctx, token); // 404 unless the caller sees it
 */
export function entity<Table extends TableName, Model extends z.ZodObject>(
  declaration: EntityDeclaration<Table, Model>,
) {
  const { table, prefix, kind, titleOf, access, model, derive, unaudited = [] } = declaration;
  const rows = new Rows(table, kind, access, declaration.newestFirst, declaration.computed);

  /** Rows as the API returns them. */
  const serializeRows = async (found: Row<Table>[], ctx: Context): Promise<z.input<Model>[]> => {
    const derived = found.length > 0 ? await derive?.(found, ctx) : undefined;
    return found.map((row) => serialize(model, row, derived?.(row)));
  };

  const recorded = (values: Values | null) =>
    values &&
    Object.fromEntries(Object.entries(values).filter(([key]) => !unaudited.includes(key)));

  return {
    prefix,
    kind,
    access,
    model,
    rows,
    newToken: () => newToken(prefix),
    serializeRows,
    serialize: async (row: Row<Table>, ctx: Context): Promise<z.input<Model>> =>
      (await serializeRows([row], ctx))[0]!,
    /** Writes the audit entry of a change; null stands for "did not exist" and "no longer exists". */
    record: (
      ctx: Context,
      row: Row<Table>,
      before: Values | null,
      after: Values | null,
      secrets: readonly string[] = [],
    ) =>
      recordChange(ctx, {
        type: kind,
        token: row.token,
        title: titleOf(row),
        workspaceToken: (row as Values)['workspace_token'] as string | null | undefined,
        before: recorded(before),
        after: recorded(after),
        secrets,
      }),
  };
}

export type Entity<Table extends TableName, Model extends z.ZodObject> = ReturnType<
  typeof entity<Table, Model>
>;
