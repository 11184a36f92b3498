import { z } from 'zod';
import type { Context } from './context.js';
import {
  type Declaration,
  type Input,
  type Operation,
  operation,
  type Shape,
} from './operation.js';
import {
  defaultPageSize,
  Links,
  type Page,
  type PageSize,
  pageLinks,
  pageOf,
  pageQuery,
} from './paging.js';

type Empty = z.ZodObject<Record<string, never>>;

interface PagedDeclaration<
  Params extends Shape | undefined,
  Query extends Shape,
  Content extends z.ZodRawShape,
> extends Pick<
  Declaration<Params, Query, undefined, undefined>,
  'id' | 'tag' | 'path' | 'summary' | 'params' | 'errors' | 'role' | 'otherResponses'
> {
  /** Query parameters beyond page and limit. */
  query?: Query;
  pageSize?: PageSize;
  /** The body beside its links, and the name of its schema. */
  response: Content;
  responseId: string;
  /** Reads one page; `rowCount` is that of all pages. */
  read: (
    input: Input<Params, Query, undefined>,
    ctx: Context,
    page: Page,
  ) => Promise<z.input<z.ZodObject<Content>> & { rowCount: number }>;
}

/**
 * Declares a list with pages: parameters, limits and links are the same as those of every other list.
 *
 * @example
 * export const getTeamEvents = pagedOperation({
 *   id: 'getTeamEvents', tag: 'Teams', path: '/v2/team_events', summary: 'List events of teams',
 *   errors: [], response: { team_events: z.array(TeamEvent) }, responseId: 'TeamEvents',
 *   read: async (_input, ctx, page) => {
 *     const { rows, total } = await teamEvents.rows.list(ctx, page, []);
 *     return { rowCount: total, team_events: await teamEvents.serializeRows(rows, ctx) };
 *   },
 * });
 */
export function pagedOperation<
  Content extends z.ZodRawShape,
  Params extends Shape | undefined = undefined,
  Query extends Shape = Empty,
>(declaration: PagedDeclaration<Params, Query, Content>): Operation {
  const { query, pageSize = defaultPageSize, response, responseId, read, ...rest } = declaration;
  return operation({
    ...rest,
    method: 'GET',
    status: 200,
    query: z.object({ ...pageQuery, ...query?.shape }),
    response: z.object({ links: Links, ...response }).meta({ id: responseId }),
    run: async (input, ctx) => {
      const page = pageOf(input.query, pageSize);
      const { rowCount, ...body } = await read(
        input as unknown as Input<Params, Query, undefined>,
        ctx,
        page,
      );
      return { links: pageLinks(ctx.origin, ctx.url, page, rowCount), ...body } as never;
    },
  });
}
