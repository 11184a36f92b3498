import { isDeepStrictEqual } from 'node:util';
import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { mayCreate } from '../auth/access.js';
import { pick } from '../lib/pick.js';
import { recordChange } from './audit.js';
import type { Context } from './context.js';
import { forbidden } from '../lib/errors.js';
import { type Operation, operation } from './operation.js';
import { Links, type PageSize, pageLinks, pageOf, pageQuery, usualPageSize } from './paging.js';
import { present } from './serialize.js';
import { type Access, type Computed, type Row, Rows, type TableName } from './rows.js';
import { newToken } from '../lib/tokens.js';
import { chooseWorkspace } from './workspace-choice.js';

type Values = Record<string, unknown>;
type Derive = (row: Values) => Values;

export interface ResourceDeclaration<
  Table extends TableName,
  Model extends z.ZodObject,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
> {
  table: Table;
  /** `saved_filter` and `saved_filters`: paths, parameter, list key and operation ids follow. */
  one: string;
  many: string;
  tag: string;
  /** Token prefix. */
  prefix: string;
  access: Access;
  /** Name of the kind in the audit log and in "… not found". */
  kind: string;
  titleOf: (row: Row<Table>) => string;
  model: Model;
  create: Create;
  update: Update;
  /** The column that `q` looks into. */
  search?: string;
  newestFirst?: boolean;
  paging?: PageSize;
  /** Query parameters of the list beyond page, limit, q and workspace_token. */
  filters?: z.ZodObject;
  where?: (query: Values, ctx: Context) => Expression<SqlBool>[];
  errors?: { create?: number[]; update?: number[]; delete?: number[] };
  /** The workspace that a parent named in the body decides. */
  workspaceOf?: (body: z.output<Create>, ctx: Context) => Promise<string | undefined>;
  /** Checks a body and turns it into columns; without it, the keys are the columns. */
  columns?: (
    body: z.output<Create> & z.output<Update>,
    ctx: Context,
    current: Row<Table> | undefined,
    workspace: string | undefined,
  ) => Promise<Values> | Values;
  /**
   * Writes what lies in other tables, after the row itself; `isNew` tells a creation.
   * True when it wrote something that the row shows.
   */
  saved?: (
    row: Row<Table>,
    body: z.output<Create> & z.output<Update>,
    ctx: Context,
    isNew: boolean,
  ) => Promise<boolean>;
  /** Refuses a deletion by throwing. */
  removing?: (row: Row<Table>, ctx: Context) => Promise<void> | void;
  /** Keys whose change moves `updated_at`; all of them without it. */
  touchedBy?: readonly string[];
  /** Keys that the audit log leaves out: what the service works out and can again. */
  unrecorded?: readonly string[];
  /** Values that are not columns but come from a subquery. */
  computed?: Record<string, Computed>;
  /** Values that need more than that: one query for a whole page, never one a row. */
  derive?: (rows: Row<Table>[], ctx: Context) => Promise<Derive>;
}

const pascal = (name: string) =>
  name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/** The five usual operations over one table. Whatever is special is written out in the resource's folder. */
export function resource<
  Table extends TableName,
  Model extends z.ZodObject,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
>(declaration: ResourceDeclaration<Table, Model, Create, Update>) {
  const { one, many, tag, kind, access } = declaration;
  const model: z.ZodObject = declaration.model;
  const createBody: z.ZodObject = declaration.create;
  const updateBody: z.ZodObject = declaration.update;
  const { table, newestFirst, computed } = declaration;
  const rows = new Rows(table, kind, access, newestFirst, computed);
  const role = access.within === 'account' ? access.write : undefined;
  const tokenParam = `${one}_token`;
  const params = z.object({ [tokenParam]: z.string() });
  const path = `/v2/${many}`;
  const onePath = `${path}/{${tokenParam}}`;
  const words = `${/^[aeio]/.test(one) ? 'an' : 'a'} ${one.replaceAll('_', ' ')}`;
  const tokenOf = (input: { params: Values }) => input.params[tokenParam] as string;

  /** Rows as the API shows them. */
  const show = async (found: Row<Table>[], ctx: Context): Promise<Values[]> => {
    const derive = found.length > 0 ? await declaration.derive?.(found, ctx) : undefined;
    return found.map((row) => present(model, row, derive?.(row)));
  };
  const showOne = async (row: Row<Table>, ctx: Context) => (await show([row], ctx))[0]!;

  const recorded = (values: Values | null) =>
    values &&
    Object.fromEntries(
      Object.entries(values).filter(([key]) => !declaration.unrecorded?.includes(key)),
    );

  const record = (ctx: Context, row: Row<Table>, before: Values | null, after: Values | null) =>
    recordChange(ctx, {
      type: kind,
      token: row.token,
      title: declaration.titleOf(row),
      workspaceToken: (row as Values)['workspace_token'] as string | null | undefined,
      before: recorded(before),
      after: recorded(after),
    });

  const list = operation({
    id: `get${pascal(many)}`,
    tag,
    method: 'GET',
    path,
    summary: `List ${many.replaceAll('_', ' ')}`,
    query: listQuery(declaration),
    status: 200,
    errors: [],
    response: z.object({ links: Links, [many]: z.array(model) }).meta({ id: pascal(many) }),
    run: async ({ query }, ctx) => {
      const page = pageOf(query, declaration.paging ?? usualPageSize);
      const { rows: found, total } = await rows.list(ctx, page, listConditions(query, ctx));
      return { links: pageLinks(ctx.origin, ctx.url, page, total), [many]: await show(found, ctx) };
    },
  });

  function listConditions(query: Values, ctx: Context): Expression<SqlBool>[] {
    const conditions = declaration.where?.(query, ctx) ?? [];
    if (access.within === 'workspace' && query['workspace_token'] !== undefined) {
      conditions.push(sql<SqlBool>`workspace_token = ${query['workspace_token']}`);
    }
    if (declaration.search && typeof query['q'] === 'string') {
      const wanted = query['q'].trim().toLowerCase();
      conditions.push(
        sql<SqlBool>`position(${wanted} in lower(${sql.ref(declaration.search)})) > 0`,
      );
    }
    return conditions;
  }

  const get = operation({
    id: `get${pascal(one)}`,
    tag,
    method: 'GET',
    path: onePath,
    summary: `Read ${words}`,
    params,
    status: 200,
    errors: [404],
    response: model,
    run: async (input, ctx) => showOne(await rows.load(ctx, tokenOf(input)), ctx),
  });

  const create = operation({
    id: `create${pascal(one)}`,
    tag,
    method: 'POST',
    path,
    summary: `Create ${words}`,
    body: createBody.meta({ id: `create${pascal(one)}` }),
    status: 201,
    errors: declaration.errors?.create ?? [400],
    role,
    response: model,
    run: async ({ body }, ctx) => {
      const workspace = access.within === 'workspace' ? await workspaceFor(body, ctx) : undefined;
      const columns = await columnsOf(body, ctx, undefined, workspace);
      const born = await rows.insert(ctx, { ...birthColumns(ctx, workspace), ...columns });
      const row = await saveRest(born, body, ctx, true);
      const after = await showOne(row, ctx);
      await record(ctx, row, null, after);
      return after;
    },
  });

  async function saveRest(row: Row<Table>, body: Values, ctx: Context, isNew: boolean) {
    const wrote = await declaration.saved?.(row, body as never, ctx, isNew);
    return wrote ? rows.load(ctx, row.token) : row;
  }

  async function workspaceFor(body: Values, ctx: Context): Promise<string> {
    const fixed = await declaration.workspaceOf?.(body as never, ctx);
    if (fixed === undefined) {
      return chooseWorkspace(ctx, body['workspace_token'] as string | undefined);
    }
    if (!mayCreate(ctx.actor, fixed)) throw forbidden();
    return fixed;
  }

  function birthColumns(ctx: Context, workspace: string | undefined): Values {
    const born: Values = {
      token: newToken(declaration.prefix),
      account_token: ctx.actor.accountToken,
      created_at: ctx.now,
    };
    if (workspace) born['workspace_token'] = workspace;
    if ('updated_at' in model.shape) born['updated_at'] = ctx.now;
    for (const creator of ['created_by', 'created_by_token']) {
      if (creator in model.shape) born[creator] = ctx.actor.token;
    }
    return born;
  }

  function columnsOf(
    body: Values,
    ctx: Context,
    current: Row<Table> | undefined,
    workspace: string | undefined,
  ) {
    const given = body as z.output<Create> & z.output<Update>;
    if (declaration.columns) return declaration.columns(given, ctx, current, workspace);
    const { workspace_token: _, ...columns } = body;
    return columns;
  }

  const update = operation({
    id: `update${pascal(one)}`,
    tag,
    method: 'PUT',
    path: onePath,
    summary: `Change ${words}; what is left out stays as it is`,
    params,
    body: updateBody.meta({ id: `update${pascal(one)}` }),
    status: 200,
    errors: declaration.errors?.update ?? [400, 404],
    role,
    response: model,
    run: async (input, ctx) => {
      const current = await rows.loadToChange(ctx, tokenOf(input));
      const before = await showOne(current, ctx);
      const workspace = (current as Values)['workspace_token'] as string | undefined;
      const columns = await columnsOf(input.body, ctx, current, workspace);
      const changed = Object.keys(columns).length
        ? await rows.update(ctx, current.token, columns)
        : current;
      const row = await saveRest(changed, input.body, ctx, false);
      const after = await touched(row, before, ctx);
      await record(ctx, row, before, after);
      return after;
    },
  });

  /** Moves `updated_at`, where the object has one, only when something did change. */
  async function touched(row: Row<Table>, before: Values, ctx: Context): Promise<Values> {
    const after = await showOne(row, ctx);
    const keys = declaration.touchedBy ?? Object.keys(after);
    const isSame = isDeepStrictEqual(pick(after, keys), pick(before, keys));
    if (!('updated_at' in model.shape) || isSame) return after;
    return showOne(await rows.update(ctx, row.token, { updated_at: ctx.now }), ctx);
  }

  const remove = operation({
    id: `delete${pascal(one)}`,
    tag,
    method: 'DELETE',
    path: onePath,
    summary: `Delete ${words}`,
    params,
    status: 204,
    errors: declaration.errors?.delete ?? [404],
    role,
    run: async (input, ctx) => {
      const row = await rows.loadToChange(ctx, tokenOf(input));
      await declaration.removing?.(row, ctx);
      await record(ctx, row, await showOne(row, ctx), null);
      await rows.delete(ctx, row.token);
    },
  });

  const operations: Operation[] = [list, create, get, update, remove];
  return { declaration, rows, show, list, get, create, update, delete: remove, operations };
}

function listQuery(declaration: {
  search?: string;
  access: Access;
  filters?: z.ZodObject;
}): z.ZodObject {
  return z.object({
    ...pageQuery,
    ...(declaration.search ? { q: z.string().optional().describe('Part of the name.') } : {}),
    ...(declaration.access.within === 'workspace'
      ? { workspace_token: z.string().optional() }
      : {}),
    ...declaration.filters?.shape,
  });
}
