import {
  type AliasedRawBuilder,
  type Expression,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import {
  type AccessTarget,
  ancestorFolders,
  inWorkspaces,
  mayChange,
  visibleRows,
} from '../auth/access.js';
import { type Actor, isOwner, reachableWorkspaces } from '../auth/actor.js';
import type { Db, OrganisationRole, Tables } from '../store/tables.js';
import type { Context } from './context.js';
import { forbidden, notFound } from '../lib/errors.js';
import type { Page } from './paging.js';

/** A table that an entity can be stored in. */
export type TableName = keyof Tables & string;
/** A row of such a table, with the columns that all of them have. */
export type Row<Table extends TableName> = Selectable<Tables[Table]> & ObjectColumns;

interface ObjectColumns {
  id: number;
  token: string;
  account_token: string;
}

type Visible = Expression<SqlBool>;

/** Who sees the rows of a table, and who may write them. */
export type Access =
  | {
      within: 'workspace';
      grants?: boolean;
      folder?: 'folder_token' | 'parent_folder_token';
      /** Column of the object that generated the row, if any: its grants apply to the row too. */
      owner?: 'segment_token';
      /** Restricts further which rows of a workspace are visible; for objects without grants. */
      visible?: (ctx: Context) => Promise<Visible>;
    }
  | {
      within: 'account';
      /** Grants can deny objects; `visible` has to respect them. */
      grants?: boolean;
      /** The least privileged organisation role that may write; without it, the resource decides. */
      write?: OrganisationRole;
      /** Restricts which rows members of the account see. */
      visible?: (actor: Actor, ctx: Context) => Visible | Promise<Visible>;
      /** Rows of other accounts that the account sees, and never writes. */
      shared?: (actor: Actor) => Visible;
    };

/** A value computed by a subquery, read in the same statement as the row. */
export interface Computed {
  sql: RawBuilder<unknown>;
  /** Its value for a row that was just inserted: nothing can refer to a new token yet. */
  initial: unknown;
}

type Conditions = Expression<SqlBool>[];

// The only cast for a table name that is known only at run time.
const untyped = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

/**
 * Reads and writes the rows of one table within the caller's account and access.
 *
 * @example
 * const { rows, total } = await savedFilters.rows.list(ctx, pageOf(query), []);
 * const row = await savedFilters.rows.loadForUpdate(ctx, token); // 404 hidden, 403 read-only
 */
export class Rows<Table extends TableName> {
  readonly #table: string;
  readonly #selection: AliasedRawBuilder<unknown, string>[];
  readonly #initial: Record<string, unknown>;

  constructor(
    table: Table,
    readonly kind: string,
    readonly access: Access,
    readonly newestFirst = false,
    computed: Record<string, Computed> = {},
  ) {
    this.#table = table;
    this.#selection = Object.entries(computed).map(([name, { sql: value }]) => value.as(name));
    this.#initial = Object.fromEntries(
      Object.entries(computed).map(([name, { initial }]) => [name, initial]),
    );
  }

  /** SQL conditions that hold for the rows the caller sees. */
  async visible(ctx: Context): Promise<Conditions> {
    const own = sql<SqlBool>`account_token = ${ctx.actor.accountToken}`;
    const shared = this.access.within === 'account' ? this.access.shared : undefined;
    const account = shared ? sql<SqlBool>`(${own} or ${shared(ctx.actor)})` : own;
    if (isOwner(ctx.actor)) return [account];
    if (this.access.within === 'account') {
      const { visible } = this.access;
      return visible ? [account, await visible(ctx.actor, ctx)] : [account];
    }
    const { folder, owner, visible } = this.access;
    if (!this.access.grants) {
      const reachable = inWorkspaces(reachableWorkspaces(ctx.actor));
      return visible ? [account, reachable, await visible(ctx)] : [account, reachable];
    }
    return [account, await visibleRows(ctx.db, ctx.actor, folder, owner)];
  }

  /** One page of the rows that the caller sees and that meet the conditions, with their total number. */
  async list(
    ctx: Context,
    page: Page,
    conditions: Conditions,
  ): Promise<{ rows: Row<Table>[]; total: number }> {
    const visible = [...(await this.visible(ctx)), ...conditions];
    const matching = untyped(ctx.db)
      .selectFrom(this.#table)
      .where((eb) => eb.and(visible));
    const rows = await matching
      .selectAll()
      .select(this.#selection)
      .select(sql<number>`count(*) over ()`.as('total'))
      .orderBy('id', this.newestFirst ? 'desc' : 'asc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    if (rows.length > 0 || page.number === 1) {
      return { rows: rows as unknown as Row<Table>[], total: rows[0]?.total ?? 0 };
    }
    // Past the last page no row carries the count.
    const counted = await matching
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow();
    return { rows: [], total: counted.total };
  }

  /** The row, or undefined when it is unknown or hidden. */
  async find(ctx: Context, token: string, forUpdate = false): Promise<Row<Table> | undefined> {
    if (token.includes('\0')) return undefined;
    const visible = await this.visible(ctx);
    const row = await untyped(ctx.db)
      .selectFrom(this.#table)
      .selectAll()
      .select(this.#selection)
      .where('token', '=', token)
      .where((eb) => eb.and(visible))
      .$if(forUpdate, (query) => query.forUpdate())
      .executeTakeFirst();
    return row as Row<Table> | undefined;
  }

  /** The row, or a 404 when it is unknown or hidden. */
  async load(ctx: Context, token: string): Promise<Row<Table>> {
    const row = await this.find(ctx, token);
    if (!row) throw notFound(this.kind);
    return row;
  }

  /** The row, locked for an update: 404 when it is hidden, 403 when the caller may only read it. */
  async loadForUpdate(ctx: Context, token: string): Promise<Row<Table>> {
    const row = await this.find(ctx, token, true);
    if (!row) throw notFound(this.kind);
    if (row.account_token !== ctx.actor.accountToken) throw forbidden();
    if (this.access.within === 'workspace') {
      if (!mayChange(ctx.actor, await this.accessTarget(ctx, row))) throw forbidden();
    }
    return row;
  }

  /** The row as access decisions need it: its workspace and the folders that contain it. */
  async accessTarget(ctx: Context, row: Row<Table>): Promise<AccessTarget> {
    const columns = row as unknown as Record<string, string | null | undefined>;
    const { folder, owner } = this.access.within === 'workspace' ? this.access : {};
    const generatedBy = owner && columns[owner];
    return {
      token: row.token,
      workspace_token: columns['workspace_token'] ?? null,
      folders: generatedBy
        ? [generatedBy]
        : folder
          ? await ancestorFolders(ctx.db, columns[folder])
          : [],
    };
  }

  async insert(ctx: Context, values: Record<string, unknown>): Promise<Row<Table>> {
    const row = await untyped(ctx.db)
      .insertInto(this.#table)
      .values(values)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...row, ...this.#initial } as Row<Table>;
  }

  async update(ctx: Context, token: string, values: Record<string, unknown>): Promise<Row<Table>> {
    const row = await untyped(ctx.db)
      .updateTable(this.#table)
      .set(values)
      .where('token', '=', token)
      .returningAll()
      .returning(this.#selection)
      .executeTakeFirstOrThrow();
    return row as Row<Table>;
  }

  async delete(ctx: Context, token: string): Promise<void> {
    await untyped(ctx.db).deleteFrom(this.#table).where('token', '=', token).execute();
  }
}
