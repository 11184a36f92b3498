import type { Context } from '../../platform/kernel/context.js';

/** The currency of the amounts of a workspace. */
export async function currencyOf({ db }: Context, workspace: string): Promise<string> {
  const { currency } = await db
    .selectFrom('workspaces')
    .select('currency')
    .where('token', '=', workspace)
    .executeTakeFirstOrThrow();
  return currency;
}
