import { z } from 'zod';
import { operation } from '../../kernel/operation.js';
import { present } from '../../kernel/present.js';
import { newToken } from '../../kernel/tokens.js';

const UserFeedback = z
  .object({
    token: z.string(),
    message: z.string(),
    created_by_token: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'UserFeedback' });

const message = z
  .string()
  .refine((text) => text.trim() !== '', { error: "can't be blank", params: { domain: true } })
  .refine((text) => text.length <= 10_000, {
    error: 'is too long (10000 characters at the most)',
    params: { domain: true },
  });

/** Kept for whoever runs the installation; nothing leaves it. */
export const createUserFeedback = operation({
  id: 'createUserFeedback',
  tag: 'UserFeedback',
  method: 'POST',
  path: '/v2/user_feedback',
  summary: 'Leave a message for the operators of this installation',
  body: z.object({ message }).meta({ id: 'createUserFeedback' }),
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
    return present(UserFeedback, row);
  },
});
