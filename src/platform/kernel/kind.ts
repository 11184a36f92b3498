import { type SqlBool, sql } from 'kysely';
import type { AccessTarget } from '../auth/access.js';
import type { Context } from './context.js';
import type { Computed, Row, Rows, TableName } from './rows.js';

/** What a kind of object declares for everything that deals with objects of any kind. */
export interface KindDeclaration<Table extends TableName> {
  /** Token prefix. */
  prefix: string;
  /** Name of the kind in the audit log and in "… not found": `Cost Report`. */
  kind: string;
  /** Its name on screens, where that is not the same in lower case: `Forecast`. */
  label?: string;
  /** The column that names an object, a computed one, or a function of the row; the last cannot be searched. */
  title: (keyof Row<Table> & string) | { computed: string } | ((row: Row<Table>) => string);
  /** Where the console shows an object: `/cost-reports/{token}`. */
  page?: string;
  /** Users can mark an object as a favourite. */
  canBeFavourite?: true;
}

/** An object by its name. */
export interface NamedObject {
  token: string;
  kind: string;
  title: string;
}

/** A kind of object, whatever its table. */
export interface Kind {
  prefix: string;
  kind: string;
  label: string;
  page: string | null;
  /** Access grants can allow or deny an object. */
  isGrantable: boolean;
  canBeFavourite: boolean;
  /** Names those of some objects that the caller sees. */
  name: (ctx: Context, tokens: readonly string[]) => Promise<NamedObject[]>;
  /** Objects that the caller sees and whose title contains a text. */
  search: (ctx: Context, text: string, limit: number) => Promise<NamedObject[]>;
  /** An object as access decisions need it; undefined if it is unknown or hidden from the caller. */
  findTarget: (ctx: Context, token: string) => Promise<AccessTarget | undefined>;
}

/** `Cost Report` → `Cost report`; abbreviations stay as they are. */
const inLowerCase = (kind: string): string =>
  kind.replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());

/**
 * SQL that is true where a title contains a text, in any case.
 *
 * @example
 * await savedFilters.rows.list(ctx, page, [titleContains('title', 'prod')]);
 */
export function titleContains(column: string | Computed['sql'], text: string) {
  const title = typeof column === 'string' ? sql.ref(column) : column;
  return sql<SqlBool>`position(${text.trim().toLowerCase()} in lower(${title})) > 0`;
}

/**
 * A kind whose objects are not named or searched beyond their own list.
 *
 * @example
 * namelessKind('adt_lg', 'Change', '/audit-log/{token}');
 */
export const namelessKind = (prefix: string, label: string, page: string | null = null): Kind => ({
  prefix,
  kind: label,
  label,
  page,
  isGrantable: false,
  canBeFavourite: false,
  name: async () => [],
  search: async () => [],
  findTarget: async () => undefined,
});

/**
 * Returns the title of a row.
 *
 * @example
 * const titleOf = titleReader<'teams'>('name');
 */
export function titleReader<Table extends TableName>(
  title: KindDeclaration<Table>['title'],
): (row: Row<Table>) => string {
  if (typeof title === 'function') return title;
  const column = typeof title === 'string' ? title : title.computed;
  return (row) => String((row as Record<string, unknown>)[column]);
}

/**
 * A kind of object from its declaration; entities have theirs as `asKind`.
 *
 * @example
 * kindOf({ prefix: 'vtag', kind: 'Virtual Tag', title: 'key' }, configRows);
 */
export function kindOf<Table extends TableName>(
  { prefix, kind, label = inLowerCase(kind), title, page, canBeFavourite }: KindDeclaration<Table>,
  rows: Rows<Table>,
  computed: Record<string, Computed> = {},
): Kind {
  const titleOf = titleReader(title);
  const list = async (ctx: Context, limit: number, condition: ReturnType<typeof titleContains>) => {
    const found = await rows.list(ctx, { number: 1, limit, offset: 0 }, [condition]);
    return found.rows.map((row) => ({ token: row.token, kind, title: titleOf(row) }));
  };
  return {
    prefix,
    kind,
    label,
    page: page ?? null,
    isGrantable: rows.access.grants === true,
    canBeFavourite: canBeFavourite === true,
    name: (ctx, tokens) => list(ctx, tokens.length, sql<SqlBool>`token = any(${[...tokens]})`),
    search: async (ctx, text, limit) => {
      if (typeof title === 'function') return [];
      const column = typeof title === 'string' ? title : computed[title.computed]!.sql;
      return list(ctx, limit, titleContains(column, text));
    },
    findTarget: async (ctx, token) => {
      const row = await rows.find(ctx, token);
      return row && rows.accessTarget(ctx, row);
    },
  };
}
