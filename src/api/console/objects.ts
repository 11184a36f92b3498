import { z } from 'zod';
import { kinds, nameObjects, searchObjects } from '../../domain/sharing/kinds/index.js';
import { queryFlag } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { usersOnly } from '../../platform/kernel/users-only.js';
import { ShapeFailure } from '../../platform/lib/errors.js';

const maxTokens = 200;

const NamedObject = z
  .object({ token: z.string(), kind: z.string(), title: z.string() })
  .meta({ id: 'NamedObject' });

const response = z.object({ objects: z.array(NamedObject) });

const getObjects = operation({
  id: 'getObjects',
  tag: 'Console',
  method: 'GET',
  path: '/console/objects',
  summary: 'Name objects of any kind by their tokens; those that you cannot see are left out',
  query: z.object({
    tokens: z.string().describe(`Tokens, separated by commas; at most ${maxTokens}.`),
  }),
  status: 200,
  errors: [400, 403],
  response,
  run: async ({ query }, ctx) => {
    const tokens = [...new Set(query.tokens.split(','))];
    if (tokens.length > maxTokens) {
      throw new ShapeFailure([`tokens must be at most ${maxTokens}`]);
    }
    return { objects: await nameObjects(ctx, tokens) };
  },
});

const searchedObjects = operation({
  id: 'searchObjects',
  tag: 'Console',
  method: 'GET',
  path: '/console/objects/search',
  summary: 'List objects of any kind whose title contains a text',
  query: z.object({
    q: z.string().optional().describe('Text that the title contains; all objects without one.'),
    grantable: queryFlag().optional().describe('Only objects that access grants can name.'),
    limit: pageQuery.limit.describe('Objects per kind.'),
  }),
  status: 200,
  errors: [400, 403],
  response,
  run: async ({ query }, ctx) => {
    const { limit } = pageOf(query, { default: 5, max: 50 });
    const among = kinds.filter(({ isGrantable, page }) =>
      query.grantable ? isGrantable : page !== null,
    );
    return { objects: await searchObjects(ctx, { text: query.q ?? '', limit, among }) };
  },
});

export const objects = usersOnly([getObjects, searchedObjects]);
