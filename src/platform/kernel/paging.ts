import { z } from 'zod';
import { queryInt } from './fields.js';
import { DomainFailure } from '../lib/errors.js';

/** Page sizes of a list. */
export interface PageSize {
  default: number;
  max: number;
  /** A limit above the maximum is an error instead of being lowered. */
  strict?: boolean;
}

/** Page size of lists that declare none. */
export const defaultPageSize: PageSize = { default: 1000, max: 1000 };

/** Query parameters of every paged list. */
export const pageQuery = {
  page: queryInt(1).optional().describe('Page of results, starting at 1.'),
  limit: queryInt(1).optional().describe('Number of results per page.'),
};

/** One page of a list, as SQL needs it. */
export interface Page {
  number: number;
  limit: number;
  offset: number;
}

/**
 * The requested page, within the limits of the list.
 *
 * @example
 * pageOf({ page: 3, limit: 50 }); // { number: 3, limit: 50, offset: 100 }
 */
export function pageOf(query: { page?: number; limit?: number }, size = defaultPageSize): Page {
  if (size.strict && (query.limit ?? 1) > size.max) {
    throw new DomainFailure(['limit does not have a valid value']);
  }
  const limit = Math.min(query.limit ?? size.default, size.max);
  const number = query.page ?? 1;
  return { number, limit, offset: (number - 1) * limit };
}

/** The page of a list that is returned whole. */
export const singlePage: Page = { number: 1, limit: Infinity, offset: 0 };

/** Links to the pages of a list, as the API returns them. */
export const Links = z
  .object({
    self: z.string().nullable(),
    first: z.string().nullable(),
    next: z.string().nullable(),
    last: z.string().nullable(),
    prev: z.string().nullable(),
  })
  .meta({ id: 'Links' });

type LinkSet = z.output<typeof Links>;

/**
 * Absolute links to the pages of a list, with every query parameter of the request.
 *
 * @example
 * pageLinks('https://costs.example.com', '/v2/teams?limit=10', pageOf({ limit: 10 }), 25).next;
 * // 'https://costs.example.com/v2/teams?limit=10&page=2'
 */
export function pageLinks(origin: string, url: string, page: Page, total: number): LinkSet {
  const at = linkBuilder(origin, url);
  const last = Math.max(1, Math.ceil(total / page.limit));
  return {
    self: origin + url,
    first: at(1),
    next: page.number < last ? at(page.number + 1) : null,
    last: at(last),
    prev: page.number > 1 ? at(Math.min(page.number - 1, last)) : null,
  };
}

/**
 * Links of a list that is not counted in advance: `last` is unknown and null.
 *
 * @example
 * const rows = await read({ limit: page.limit + 1, offset: page.offset });
 * uncountedLinks(ctx.origin, ctx.url, page, rows.length > page.limit);
 */
export function uncountedLinks(origin: string, url: string, page: Page, hasMore: boolean): LinkSet {
  const at = linkBuilder(origin, url);
  return {
    self: origin + url,
    first: at(1),
    next: hasMore ? at(page.number + 1) : null,
    last: null,
    prev: page.number > 1 ? at(page.number - 1) : null,
  };
}

function linkBuilder(origin: string, url: string): (page: number) => string {
  const [path, ...queries] = url.split('?');
  const parameters = queries
    .join('?')
    .split('&')
    .filter((part) => part !== '' && !/^page(=|$)/.test(part));
  return (page) => `${origin}${path}?${[...parameters, `page=${page}`].join('&')}`;
}
