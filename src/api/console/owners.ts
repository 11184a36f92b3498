import { z } from 'zod';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';

/** Who can grant access: users see no others than themselves, so pages could not name anyone to ask. */
const getOwners = operation({
  id: 'getOwners',
  tag: 'Console',
  method: 'GET',
  path: '/console/owners',
  summary: 'List the owners of the organization, who can grant access',
  query: z.object(pageQuery),
  status: 200,
  errors: [400],
  response: z.object({
    links: Links,
    owners: z.array(z.object({ name: z.string().nullable(), email: z.string() })),
  }),
  run: async ({ query }, ctx) => {
    const page = pageOf(query);
    const owners = ctx.db
      .selectFrom('users')
      .where('account_token', '=', ctx.actor.accountToken)
      .where('role', '=', 'owner')
      .where('deactivated_at', 'is', null);
    const { count } = await owners
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await owners
      .select(['name', 'email'])
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return { links: pageLinks(ctx.origin, ctx.url, page, Number(count)), owners: rows };
  },
});

export const owners = [getOwners];
