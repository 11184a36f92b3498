import { z } from 'zod';
import { users } from '../../domain/people/users/index.js';
import { resetFactors, setRequirement } from '../../domain/people/second-factors/index.js';
import { operation } from '../../platform/kernel/operation.js';

const requireFactors = operation({
  id: 'setSecondFactorRule',
  tag: 'Console',
  method: 'PUT',
  path: '/console/second_factor_rule',
  summary: 'Set whether users who log in with a password need a second factor',
  body: z.object({ is_required: z.boolean() }),
  status: 200,
  errors: [400, 403, 422],
  role: 'owner',
  response: z.object({ is_required: z.boolean() }),
  run: async ({ body }, ctx) => {
    await setRequirement(ctx, body.is_required);
    return body;
  },
});

const resetUser = operation({
  id: 'resetUserSecondFactors',
  tag: 'Console',
  method: 'DELETE',
  path: '/console/users/{user_token}/second_factors',
  summary:
    'Remove all second factors of a user who has lost them, and end the sessions of that user',
  params: z.object({ user_token: z.string() }),
  status: 204,
  errors: [403, 404, 422],
  role: 'owner',
  run: async ({ params }, ctx) =>
    resetFactors(ctx, await users.rows.loadForUpdate(ctx, params.user_token)),
});

export const secondFactorRules = [requireFactors, resetUser];
