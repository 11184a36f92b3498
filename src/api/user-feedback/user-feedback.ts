import { z } from 'zod';
import { filledText } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { serialize } from '../../platform/kernel/serialize.js';
import { newToken } from '../../platform/lib/tokens.js';

const UserFeedback = z
  .object({
    token: z.string(),
    message: z.string(),
    created_by_token: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'UserFeedback' });

/** Feedback is stored for the operators; nothing is sent elsewhere. */
export const createUserFeedback = operation({
  id: 'createUserFeedback',
  tag: 'UserFeedback',
  method: 'POST',
  path: '/v2/user_feedback',
  summary: 'Send feedback to the operators of this installation',
  body: z.object({ message: filledText() }).meta({ id: 'createUserFeedback' }),
  status: 201,
  errors: [400, 422],
  response: UserFeedback,
  run: async ({ body }, ctx) => {
    const row = await ctx.db
      .insertInto('user_feedback')
      .values({
        token: newToken('fdbck'),
        account_token: ctx.actor.accountToken,
        message: body.message,
        created_by_token: ctx.actor.token,
        created_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return serialize(UserFeedback, row);
  },
});
