import { z } from 'zod';
import {
  ScimToken,
  createScimToken,
  deleteScimToken,
  readScimTokens,
  serializeScimToken,
} from '../../domain/people/scim/index.js';
import { title } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';

const getScimTokens = operation({
  id: 'getScimTokens',
  tag: 'Console',
  method: 'GET',
  path: '/console/scim_tokens',
  summary: 'List the tokens with which identity providers manage users and teams',
  status: 200,
  errors: [403],
  role: 'owner',
  response: z.object({ scim_tokens: z.array(ScimToken) }),
  run: async (_input, ctx) => ({
    scim_tokens: (await readScimTokens(ctx)).map(serializeScimToken),
  }),
});

const createToken = operation({
  id: 'createScimToken',
  tag: 'Console',
  method: 'POST',
  path: '/console/scim_tokens',
  summary: 'Create a token for an identity provider; it opens only /scim/v2',
  body: z.object({ description: title() }),
  status: 201,
  errors: [400, 403, 422],
  role: 'owner',
  response: ScimToken.extend({ secret: z.string().describe('Only returned on creation.') }),
  run: async ({ body }, ctx) => createScimToken(ctx, body.description),
});

const deleteToken = operation({
  id: 'deleteScimToken',
  tag: 'Console',
  method: 'DELETE',
  path: '/console/scim_tokens/{scim_token}',
  summary: 'Revoke a SCIM token',
  params: z.object({ scim_token: z.string() }),
  status: 204,
  errors: [403, 404],
  role: 'owner',
  run: async ({ params }, ctx) => deleteScimToken(ctx, params.scim_token),
});

export const scimTokens = [getScimTokens, createToken, deleteToken];
