import type { z } from 'zod';
import { newToken } from '../lib/tokens.js';
import { recordChange } from './audit.js';
import type { Context } from './context.js';
import { type KindDeclaration, kindOf, titleReader } from './kind.js';
import { type Access, type Computed, type Row, Rows, type TableName } from './rows.js';
import { serialize } from './serialize.js';
import { entityTag } from './version.js';

type Values = Record<string, unknown>;

export interface EntityDeclaration<
  Table extends TableName,
  Model extends z.ZodObject,
> extends KindDeclaration<Table> {
  table: Table;
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
  /** Further keys that change without a write to the object, so that they are no part of its version. */
  unversioned?: readonly string[];
}

/**
 * One kind of object: where it is stored, who sees it, how it is serialized and audited. The domain
 * declares entities, so that several API folders can use one without importing each other.
 *
 * @example
 * export const savedFilters = entity({
 *   table: 'saved_filters', prefix: 'svd_fltr', kind: 'Saved Filter',
 *   title: 'title', page: '/saved-filters/{token}', canBeFavourite: true,
 *   access: { within: 'workspace', grants: true },
 *   model: SavedFilter,
 * });
 * const row = await savedFilters.rows.load(ctx, token); // 404 unless the caller sees it
 */
export function entity<Table extends TableName, Model extends z.ZodObject>(
  declaration: EntityDeclaration<Table, Model>,
) {
  const { table, prefix, kind, title, access, model, derive } = declaration;
  const { unaudited = [], unversioned = [] } = declaration;
  const rows = new Rows(table, kind, access, declaration.newestFirst, declaration.computed);
  const titleOf = titleReader(title);

  /** Rows as the API returns them. */
  const serializeRows = async (found: Row<Table>[], ctx: Context): Promise<z.input<Model>[]> => {
    const derived = found.length > 0 ? await derive?.(found, ctx) : undefined;
    return found.map((row) => serialize(model, row, derived?.(row)));
  };

  const without = (values: Values, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
  const recorded = (values: Values | null) => values && without(values, unaudited);

  return {
    prefix,
    kind,
    access,
    model,
    rows,
    asKind: kindOf(declaration, rows, declaration.computed),
    newToken: () => newToken(prefix),
    serializeRows,
    serialize: async (row: Row<Table>, ctx: Context): Promise<z.input<Model>> =>
      (await serializeRows([row], ctx))[0]!,
    /** The entity tag of the object; the row is locked first if it is about to be written. */
    version: async (ctx: Context, token: string, forUpdate: boolean): Promise<string> => {
      if (forUpdate) await rows.loadForUpdate(ctx, token);
      // Read after the lock: the subqueries of a locking read may be older than the lock.
      const row = await rows.load(ctx, token);
      // Relative dates are resolved as of a fixed day, so that a tag does not change at midnight.
      const [content] = await serializeRows([row], { ...ctx, now: new Date(0) });
      return entityTag(without(content!, [...unaudited, ...unversioned]));
    },
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
