import {
  resourceTypes,
  schemas,
  serviceProviderConfig,
  listResponse,
  type Resource,
} from '../../domain/people/scim/index.js';
import { ScimError, type ScimRoute } from '../../platform/kernel/scim-route.js';
import { scimGroups } from './groups.js';
import { scimUsers } from './users.js';

/** A list that is the same for every account, and one of its items by id. */
const described = (path: string, describe: (base: string) => Resource[]): ScimRoute[] => [
  {
    method: 'GET',
    path,
    run: async (_request, ctx) => {
      const items = describe(`${ctx.origin}/scim/v2`);
      return { body: listResponse(items, items.length, { startIndex: 1, count: items.length }) };
    },
  },
  {
    method: 'GET',
    path: `${path}/:id`,
    run: async ({ params }, ctx) => {
      const items = describe(`${ctx.origin}/scim/v2`);
      const body = items.find((item) => item['id'] === params['id']);
      if (!body) throw new ScimError(404, 'Not found');
      return { body };
    },
  },
];

/** SCIM 2.0 (RFC 7643 and 7644) for users and teams. */
export const scimRoutes: ScimRoute[] = [
  {
    method: 'GET',
    path: '/ServiceProviderConfig',
    run: async (_request, ctx) => ({ body: serviceProviderConfig(`${ctx.origin}/scim/v2`) }),
  },
  ...described('/ResourceTypes', resourceTypes),
  ...described('/Schemas', schemas),
  ...scimUsers,
  ...scimGroups,
];
