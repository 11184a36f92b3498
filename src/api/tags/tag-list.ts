import { z } from 'zod';
import type { TagSearch } from '../../domain/costs/query/index.js';
import { queryProvider } from '../../domain/costs/providers/index.js';
import { type Page, pageOf, pageQuery } from '../../platform/kernel/paging.js';

/** Query parameters of the lists of tags and of tag values. */
export const tagListQuery = z.object({
  providers: z.array(queryProvider()).optional(),
  search_query: z.string().optional().describe('Case-insensitive part of the key or value.'),
  sort_direction: z.enum(['asc', 'desc']).optional(),
  ...pageQuery,
});

/** The search for a page and one more row, which tells whether there is a next page. */
export function tagSearch(query: z.output<typeof tagListQuery>): TagSearch & { page: Page } {
  const page = pageOf(query, { default: 100, max: 1000 });
  return {
    providers: query.providers ?? [],
    text: query.search_query,
    descending: query.sort_direction === 'desc',
    limit: page.limit + 1,
    offset: page.offset,
    page,
  };
}
