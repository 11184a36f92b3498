import { z } from 'zod';
import { queryInt } from './fields.js';
import { DomainFailure } from '../lib/errors.js';

export interface PageSize {
  default: number;
  max: number;
  /** A limit above the maximum is refused instead of lowered. */
  strict?: boolean;
}

export const defaultPageSize: PageSize = { default: 1000, max: 1000 };

export const pageQuery = {
  page: queryInt(1).optional().describe('The page of results, from 1.'),
  limit: queryInt(1).optional().describe('How many results a page holds.'),
};

export interface Page {
  number: number;
  limit: number;
  offset: number;
}

export function pageOf(query: { page?: number; limit?: number }, size = defaultPageSize): Page {
  if (size.strict && (query.limit ?? 1) > size.max) {
    throw new DomainFailure(['limit does not have a valid value']);
  }
  const limit = Math.min(query.limit ?? size.default, size.max);
  const number = query.page ?? 1;
  return { number, limit, offset: (number - 1) * limit };
}

/** Lists without paging hold everything in their one page. */
export const singlePage: Page = { number: 1, limit: Infinity, offset: 0 };

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

/** Absolute links that carry every parameter of the request, followed by `page`. */
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

/** Links of a list that is not counted in advance, so that its end is unknown. */
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
  const kept = queries
    .join('?')
    .split('&')
    .filter((part) => part !== '' && !/^page(=|$)/.test(part));
  return (page) => `${origin}${path}?${[...kept, `page=${page}`].join('&')}`;
}
