import { sql } from 'kysely';
import { z } from 'zod';
import { kinds, nameObjects } from '../../domain/sharing/kinds/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { usersOnly } from '../../platform/kernel/users-only.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { notFound, unprocessable } from '../../platform/lib/errors.js';

const maxFavourites = 100;

const Favourite = z
  .object({
    object_token: z.string(),
    kind: z.string().describe('`Cost Report`, `Dashboard`, …'),
    title: z.string(),
  })
  .meta({ id: 'Favourite' });

const query = z.object({ workspace_token: z.string().optional() });
const params = z.object({ object_token: z.string() });
const path = '/console/favourites';
const onePath = `${path}/{object_token}`;

const getFavourites = operation({
  id: 'getFavourites',
  tag: 'Console',
  method: 'GET',
  path,
  summary: 'List your favorites in a workspace, in the order in which you marked them',
  query,
  status: 200,
  errors: [400, 403, 404],
  response: z.object({ favourites: z.array(Favourite) }),
  run: async (input, ctx) => {
    const rows = await ownFavourites(ctx, workspaceOf(ctx, input.query.workspace_token)).execute();
    const named = await nameFavourites(
      ctx,
      rows.map((row) => row.object_token),
    );
    return {
      favourites: named.map(({ token, kind, title }) => ({ object_token: token, kind, title })),
    };
  },
});

const addFavourite = operation({
  id: 'addFavourite',
  tag: 'Console',
  method: 'PUT',
  path: onePath,
  summary: 'Mark an object as a favorite in a workspace',
  params,
  query,
  status: 200,
  errors: [400, 403, 404, 422],
  response: Favourite,
  run: async (input, ctx) => {
    const [object] = await nameFavourites(ctx, [input.params.object_token]);
    if (!object) throw notFound('Object');
    const workspace = workspaceOf(ctx, input.query.workspace_token);
    await requireRoom(ctx, workspace, object.token);
    await ctx.db
      .insertInto('favourites')
      .values({
        user_token: ctx.actor.token,
        workspace_token: workspace,
        object_token: object.token,
        created_at: ctx.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { object_token: object.token, kind: object.kind, title: object.title };
  },
});

const removeFavourite = operation({
  id: 'removeFavourite',
  tag: 'Console',
  method: 'DELETE',
  path: onePath,
  summary: 'Unmark a favorite in a workspace',
  params,
  query,
  status: 204,
  errors: [400, 403, 404],
  run: async (input, ctx) => {
    const marked = await ctx.db
      .selectFrom('favourites')
      .select(['id', 'workspace_token', 'object_token'])
      .where('user_token', '=', ctx.actor.token)
      .execute();
    const ofObject = marked.filter((row) => row.object_token === input.params.object_token);
    if (ofObject.length === 0) throw notFound('Favorite');
    const workspace = workspaceOf(ctx, input.query.workspace_token);
    const row = ofObject.find((each) => each.workspace_token === workspace);
    if (!row) throw notFound('Favorite');
    await ctx.db.deleteFrom('favourites').where('id', '=', row.id).execute();
  },
});

const nameFavourites = (ctx: Context, tokens: readonly string[]) =>
  nameObjects(
    ctx,
    tokens,
    kinds.filter(({ canBeFavourite }) => canBeFavourite),
  );

function workspaceOf(ctx: Context, named: string | undefined): string {
  const workspace = requestedWorkspace(ctx, named);
  if (workspace === undefined) throw notFound('Workspace');
  return workspace;
}

const ownFavourites = ({ db, actor }: Context, workspace: string) =>
  db
    .selectFrom('favourites')
    .select('object_token')
    .where('user_token', '=', actor.token)
    .where('workspace_token', '=', workspace)
    .orderBy('id');

/** The user's row is locked, so that concurrent requests cannot exceed the limit together. */
async function requireRoom(ctx: Context, workspace: string, token: string): Promise<void> {
  await sql`select 1 from users where token = ${ctx.actor.token} for no key update`.execute(ctx.db);
  const rows = await ownFavourites(ctx, workspace).execute();
  const isMarked = rows.some((row) => row.object_token === token);
  if (!isMarked && rows.length >= maxFavourites) {
    throw unprocessable(`A workspace can have at most ${maxFavourites} favorites`);
  }
}

export const favourites = usersOnly([getFavourites, addFavourite, removeFavourite]);
