import {
  pickAttributes,
  parseFilter,
  listResponse,
  pageOfQuery,
  selectAttributes,
  type Resource,
  createUser,
  listUsers,
  patchAttributes,
  replaceAttributes,
  saveUser,
  serializeUsers,
  writableOfUser,
} from '../../domain/people/scim/index.js';
import { removeUser, users } from '../../domain/people/users/index.js';
import type { Context } from '../../platform/kernel/context.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { ScimRoute } from '../../platform/kernel/scim-route.js';

const duplicates = {
  users_email: 'userName has already been taken',
  users_external_id: 'externalId has already been taken',
};

async function answer(ctx: Context, user: Row<'users'>, query: URLSearchParams, status = 200) {
  const [resource] = await serializeUsers(ctx, [user]);
  return {
    status,
    body: selectAttributes(resource!, query),
    location: `${ctx.origin}/scim/v2/Users/${user.token}`,
  };
}

/** Stores what a request makes of the present attributes of a user. */
const change = (
  method: 'PUT' | 'PATCH',
  next: (user: Row<'users'>, body: Resource) => Resource,
): ScimRoute => ({
  method,
  path: '/Users/:id',
  duplicates,
  run: async ({ params, query, body }, ctx) => {
    const user = await users.rows.loadForUpdate(ctx, params['id']!);
    return answer(ctx, await saveUser(ctx, user, next(user, body)), query);
  },
});

export const scimUsers: ScimRoute[] = [
  {
    method: 'GET',
    path: '/Users',
    run: async ({ query }, ctx) => {
      const page = pageOfQuery(query);
      const filter = query.get('filter');
      const found = await listUsers(ctx, filter ? parseFilter(filter) : [], page);
      const resources = found.resources.map((each) => selectAttributes(each, query));
      return { body: listResponse(resources, found.total, page) };
    },
  },
  {
    method: 'GET',
    path: '/Users/:id',
    run: async ({ params, query }, ctx) =>
      answer(ctx, await users.rows.load(ctx, params['id']!), query),
  },
  {
    method: 'POST',
    path: '/Users',
    duplicates,
    run: async ({ query, body }, ctx) =>
      answer(ctx, await createUser(ctx, pickAttributes(body, writableOfUser)), query, 201),
  },
  change('PUT', replaceAttributes),
  change('PATCH', patchAttributes),
  {
    method: 'DELETE',
    path: '/Users/:id',
    run: async ({ params }, ctx) => {
      await removeUser(ctx, await users.rows.loadForUpdate(ctx, params['id']!));
      return { status: 204 };
    },
  },
];
