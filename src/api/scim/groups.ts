import {
  pickAttributes,
  parseFilter,
  listResponse,
  pageOfQuery,
  selectAttributes,
  type Resource,
  applyPatch,
  attributesOfGroup,
  createGroup,
  deleteGroup,
  listGroups,
  loadGroup,
  saveGroup,
  serializeGroups,
  writableOfGroup,
} from '../../domain/people/scim/index.js';
import type { Context } from '../../platform/kernel/context.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { ScimRoute } from '../../platform/kernel/scim-route.js';

const duplicates = { teams_external_id: 'externalId has already been taken' };

async function answer(ctx: Context, team: Row<'teams'>, query: URLSearchParams, status = 200) {
  const [resource] = await serializeGroups(ctx, [team]);
  return {
    status,
    body: selectAttributes(resource!, query),
    location: `${ctx.origin}/scim/v2/Groups/${team.token}`,
  };
}

/** Stores what a request makes of the present attributes of a group. */
const change = (
  method: 'PUT' | 'PATCH',
  next: (now: Resource, body: Resource) => Resource,
): ScimRoute => ({
  method,
  path: '/Groups/:id',
  duplicates,
  run: async ({ params, query, body }, ctx) => {
    const team = await loadGroup(ctx, params['id']!, true);
    const attributes = next(await attributesOfGroup(ctx, team), body);
    return answer(ctx, await saveGroup(ctx, team, attributes), query);
  },
});

export const scimGroups: ScimRoute[] = [
  {
    method: 'GET',
    path: '/Groups',
    run: async ({ query }, ctx) => {
      const page = pageOfQuery(query);
      const filter = query.get('filter');
      const found = await listGroups(ctx, filter ? parseFilter(filter) : [], page);
      const resources = found.resources.map((each) => selectAttributes(each, query));
      return { body: listResponse(resources, found.total, page) };
    },
  },
  {
    method: 'GET',
    path: '/Groups/:id',
    run: async ({ params, query }, ctx) => answer(ctx, await loadGroup(ctx, params['id']!), query),
  },
  {
    method: 'POST',
    path: '/Groups',
    duplicates,
    run: async ({ query, body }, ctx) =>
      answer(ctx, await createGroup(ctx, pickAttributes(body, writableOfGroup)), query, 201),
  },
  change('PUT', (now, body) => ({ ...now, ...pickAttributes(body, writableOfGroup) })),
  change('PATCH', (now, body) => applyPatch(now, body, writableOfGroup)),
  {
    method: 'DELETE',
    path: '/Groups/:id',
    run: async ({ params }, ctx) => {
      await deleteGroup(ctx, await loadGroup(ctx, params['id']!, true));
      return { status: 204 };
    },
  },
];
