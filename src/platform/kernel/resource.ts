import { isDeepStrictEqual } from 'node:util';
import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { mayCreate } from '../auth/access.js';
import { pick } from '../lib/pick.js';
import type { Context } from './context.js';
import { forbidden } from '../lib/errors.js';
import type { Entity } from './entity.js';
import { titleContains } from './kind.js';
import { type Operation, operation } from './operation.js';
import { Links, type PageSize, pageLinks, pageOf, pageQuery, defaultPageSize } from './paging.js';
import type { Access, Row, TableName } from './rows.js';
import { chooseWorkspace } from './workspace-choice.js';

type Values = Record<string, unknown>;

export interface ResourceDeclaration<
  Table extends TableName,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
> {
  /** `saved_filter` and `saved_filters`: paths, parameter, list key and operation ids follow. */
  one: string;
  many: string;
  tag: string;
  create: Create;
  update: Update;
  /** The column that `q` searches. */
  search?: string;
  paging?: PageSize;
  /** Query parameters of the list beyond page, limit, q and workspace_token. */
  filters?: z.ZodObject;
  where?: (query: Values, ctx: Context) => Expression<SqlBool>[];
  errors?: { create?: number[]; update?: number[]; delete?: number[] };
  /** Messages for the unique constraints that a create or update may violate, by constraint name. */
  duplicates?: Record<string, string>;
  /** The workspace that follows from a parent in the body, such as a folder. */
  workspaceOf?: (body: z.output<Create>, ctx: Context) => Promise<string | undefined>;
  /** Validates a body and maps it to columns; without it, the keys are the columns. */
  columns?: (
    body: z.output<Create> & z.output<Update>,
    ctx: Context,
    current: Row<Table> | undefined,
    workspace: string | undefined,
  ) => Promise<Values> | Values;
  /**
   * Writes to other tables, after the row itself; `isNew` is true on create.
   * Returns true when it wrote something that the row includes.
   */
  afterSave?: (
    row: Row<Table>,
    body: z.output<Create> & z.output<Update>,
    ctx: Context,
    isNew: boolean,
  ) => Promise<boolean>;
  /** Prevents a deletion by throwing. */
  beforeDelete?: (row: Row<Table>, ctx: Context) => Promise<void> | void;
  /** Keys whose change updates `updated_at`; all of them without it. */
  updatedAtKeys?: readonly string[];
}

const pascal = (name: string) =>
  name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/**
 * The five usual operations over an entity. Anything special is ordinary code in the API folder.
 *
 * @example
 * export const savedFilterResource = resource(savedFilters, {
 *   one: 'saved_filter', many: 'saved_filters', tag: 'SavedFilters',
 *   create: z.object({ title: title(), filter: filter().optional() }),
 *   update: z.object({ title: title(), filter: filter() }).partial(),
 *   search: 'title',
 * });
 * savedFilterResource.operations; // list, create, get, update, delete
 */
export function resource<
  Table extends TableName,
  Model extends z.ZodObject,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
>(of: Entity<Table, Model>, declaration: ResourceDeclaration<Table, Create, Update>) {
  const { rows, access, record } = of;
  const { one, many, tag, duplicates } = declaration;
  const model: z.ZodObject = of.model;
  const createBody: z.ZodObject = declaration.create;
  const updateBody: z.ZodObject = declaration.update;
  const role = access.within === 'account' ? access.write : undefined;
  const tokenParam = `${one}_token`;
  const params = z.object({ [tokenParam]: z.string() });
  const path = `/v2/${many}`;
  const onePath = `${path}/{${tokenParam}}`;
  const words = `${/^[aeio]/.test(one) ? 'an' : 'a'} ${one.replaceAll('_', ' ')}`;
  const tokenOf = (input: { params: Values }) => input.params[tokenParam] as string;
  const serialize = (row: Row<Table>, ctx: Context): Promise<Values> => of.serialize(row, ctx);

  const version = (input: { params: Values }, ctx: Context, forUpdate: boolean) =>
    of.version(ctx, tokenOf(input), forUpdate);

  const list = operation({
    id: `get${pascal(many)}`,
    tag,
    method: 'GET',
    path,
    summary: `List ${many.replaceAll('_', ' ')}`,
    query: listQuery(declaration, access),
    status: 200,
    errors: [],
    response: z.object({ links: Links, [many]: z.array(model) }).meta({ id: pascal(many) }),
    run: async ({ query }, ctx) => {
      const page = pageOf(query, declaration.paging ?? defaultPageSize);
      const { rows: found, total } = await rows.list(ctx, page, listConditions(query, ctx));
      return {
        links: pageLinks(ctx.origin, ctx.url, page, total),
        [many]: await of.serializeRows(found, ctx),
      };
    },
  });

  function listConditions(query: Values, ctx: Context): Expression<SqlBool>[] {
    const conditions = declaration.where?.(query, ctx) ?? [];
    if (access.within === 'workspace' && query['workspace_token'] !== undefined) {
      conditions.push(sql<SqlBool>`workspace_token = ${query['workspace_token']}`);
    }
    if (declaration.search && typeof query['q'] === 'string') {
      conditions.push(titleContains(declaration.search, query['q']));
    }
    return conditions;
  }

  const get = operation({
    id: `get${pascal(one)}`,
    tag,
    method: 'GET',
    path: onePath,
    summary: `Get ${words}`,
    params,
    status: 200,
    errors: [404],
    response: model,
    version,
    run: async (input, ctx) => serialize(await rows.load(ctx, tokenOf(input)), ctx),
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
    duplicates,
    role,
    response: model,
    run: async ({ body }, ctx) => {
      const workspace = access.within === 'workspace' ? await workspaceFor(body, ctx) : undefined;
      const columns = await columnsOf(body, ctx, undefined, workspace);
      const initial = await rows.insert(ctx, { ...initialColumns(ctx, workspace), ...columns });
      const row = await saveRest(initial, body, ctx, true);
      const after = await serialize(row, ctx);
      await record(ctx, row, null, after);
      return after;
    },
  });

  async function saveRest(row: Row<Table>, body: Values, ctx: Context, isNew: boolean) {
    const wrote = await declaration.afterSave?.(row, body as never, ctx, isNew);
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

  function initialColumns(ctx: Context, workspace: string | undefined): Values {
    const initial: Values = {
      token: of.newToken(),
      account_token: ctx.actor.accountToken,
      created_at: ctx.now,
    };
    if (workspace) initial['workspace_token'] = workspace;
    if ('updated_at' in model.shape) initial['updated_at'] = ctx.now;
    for (const creator of ['created_by', 'created_by_token']) {
      if (creator in model.shape) initial[creator] = ctx.actor.token;
    }
    return initial;
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
    summary: `Update ${words}; keys that are left out stay unchanged`,
    params,
    body: updateBody.meta({ id: `update${pascal(one)}` }),
    status: 200,
    errors: declaration.errors?.update ?? [400, 404],
    duplicates,
    role,
    response: model,
    version,
    run: async (input, ctx) => {
      const current = await rows.loadForUpdate(ctx, tokenOf(input));
      const before = await serialize(current, ctx);
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

  /** Updates `updated_at`, where the object has one, only when something changed. */
  async function touched(row: Row<Table>, before: Values, ctx: Context): Promise<Values> {
    const after = await serialize(row, ctx);
    const keys = declaration.updatedAtKeys ?? Object.keys(after);
    const isSame = isDeepStrictEqual(pick(after, keys), pick(before, keys));
    if (!('updated_at' in model.shape) || isSame) return after;
    return serialize(await rows.update(ctx, row.token, { updated_at: ctx.now }), ctx);
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
    version,
    run: async (input, ctx) => {
      const row = await rows.loadForUpdate(ctx, tokenOf(input));
      await declaration.beforeDelete?.(row, ctx);
      await record(ctx, row, await serialize(row, ctx), null);
      await rows.delete(ctx, row.token);
    },
  });

  const operations: Operation[] = [list, create, get, update, remove];
  return { list, get, create, update, delete: remove, operations };
}

function listQuery(
  declaration: { search?: string; filters?: z.ZodObject },
  access: Access,
): z.ZodObject {
  return z.object({
    ...pageQuery,
    ...(declaration.search
      ? { q: z.string().optional().describe('Text that the name or title contains.') }
      : {}),
    ...(access.within === 'workspace' ? { workspace_token: z.string().optional() } : {}),
    ...declaration.filters?.shape,
  });
}
