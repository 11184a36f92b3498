import type { Context } from '../../../platform/kernel/context.js';
import { UnknownReference } from '../../../platform/lib/errors.js';

/** The column of the billing profile that a request names; null clears it, undefined leaves it. */
export async function billingProfileColumn(
  { db, actor }: Context,
  token: string | null | undefined,
): Promise<{ msp_billing_profile_token?: string | null }> {
  if (token === undefined) return {};
  if (token === null) return { msp_billing_profile_token: null };
  const profile = await db
    .selectFrom('billing_profiles')
    .select('token')
    .where('token', '=', token)
    .where('account_token', '=', actor.accountToken)
    .executeTakeFirst();
  if (!profile) throw new UnknownReference('Billing profile', 'msp_billing_profile_token', token);
  return { msp_billing_profile_token: token };
}
