import { sql } from 'kysely';
import { reachableWorkspaces } from '../../../platform/auth/actor.js';
import { lockAccount } from '../../../platform/auth/lock-account.js';
import {
  integrationProviders,
  type BillOwner,
  type PayerAccount,
  type InputFile,
} from '../ingest/index.js';
import type { Context } from '../../../platform/kernel/context.js';
import { badRequest, notFound } from '../../../platform/lib/errors.js';
import { resolveProvider } from '../../costs/providers/index.js';
import { createIntegration } from './create-integration.js';
import { visibleIntegrations } from './integration.js';

/** The integration that files are imported into, as far as the caller specifies it. */
export interface RequestedIntegration {
  /** Token or name. */
  integration?: string;
  provider?: string;
  /** Token or name of the workspace that a new integration is assigned to. */
  workspace?: string;
}

export interface ChosenIntegration {
  token: string;
  name: string;
  /** Provider of rows that do not name one. */
  provider: string;
}

/**
 * Chooses the integration to import files into: the one named, or the one that already has bills of the
 * same payer, or a new one in the given workspace.
 */
export async function chooseIntegration(
  ctx: Context,
  files: readonly InputFile[],
  requested: RequestedIntegration,
): Promise<ChosenIntegration> {
  if (requested.integration) return findIntegration(ctx, requested.integration);
  const provider = requested.provider && resolveProvider(requested.provider);
  if (provider === null) throw badRequest(`Unknown provider: ${requested.provider}`);
  const workspace = await findWorkspace(ctx, requested.workspace);
  const owner = await ctx.services.importer.findBillOwner(files, provider || 'custom_provider');
  const [main] = owner.accounts;
  return ctx.services.db.transaction().execute(async (db) => {
    // Locked, so that two concurrent first imports of a bill use the same integration.
    await lockAccount(db, ctx.actor.accountToken);
    const scope = { ...ctx, db };
    const existing = await findIntegrationOfOwner(scope, owner, provider || undefined);
    return (
      existing ?? addIntegration(scope, { ...main, provider: provider || main.provider }, workspace)
    );
  });
}

async function findIntegration(ctx: Context, tokenOrName: string): Promise<ChosenIntegration> {
  const found = await ctx.db
    .selectFrom('integrations')
    .select(['token', 'name', 'provider'])
    .where('account_token', '=', ctx.actor.accountToken)
    .where(visibleIntegrations(ctx.actor))
    .where((eb) => eb.or([eb('token', '=', tokenOrName), eb('name', '=', tokenOrName)]))
    .limit(2)
    .execute();
  if (found.length > 1) {
    throw badRequest(`Several integrations are named ${tokenOrName}; specify a token instead`);
  }
  if (!found[0]) throw notFound('Integration');
  return found[0];
}

/**
 * The oldest integration that takes the bill, and has bills of the same provider and payer or the
 * name that a new one would get.
 */
async function findIntegrationOfOwner(
  ctx: Context,
  { accounts, formatProvider }: BillOwner,
  provider: string | undefined,
): Promise<ChosenIntegration | undefined> {
  const payers = accounts.flatMap(({ provider, payer }) =>
    payer === null ? [] : [`${provider} ${payer}`],
  );
  const { rows } = await sql<ChosenIntegration>`
    select token, name, provider from integrations
    where account_token = ${ctx.actor.accountToken} and ${visibleIntegrations(ctx.actor)}
      and provider = coalesce(${provider ?? null}::text, provider)
      and (${formatProvider ?? null}::text is null or provider = any(${integrationProviders(formatProvider)}))
      and (name = ${nameOf(accounts[0])}
      or exists (select 1 from loads l, unnest(l.payers) p
        where l.integration_token = integrations.token and l.status in ('active', 'superseded')
          and regexp_replace(p, ' \\S+ ', ' ') = any(${payers})))
    order by id limit 1`.execute(ctx.db);
  return rows[0];
}

/** The name of a new integration: `aws 123456789012`. */
function nameOf({ provider, payer, issuer }: PayerAccount): string {
  const kind = provider === 'custom_provider' ? (issuer ?? 'Imported costs') : provider;
  return payer === null ? kind : `${kind} ${payer}`;
}

async function addIntegration(
  ctx: Context,
  account: PayerAccount,
  workspace: string,
): Promise<ChosenIntegration> {
  const name = nameOf(account);
  const isCustom = account.provider === 'custom_provider';
  const { token } = await createIntegration(ctx, {
    provider: account.provider,
    account_identifier: isCustom ? name : account.payer,
    name,
    status: 'connected',
    workspaces: [workspace],
  });
  return { token, name, provider: account.provider };
}

async function findWorkspace(ctx: Context, tokenOrName: string | undefined): Promise<string> {
  const reachable = reachableWorkspaces(ctx.actor);
  if (tokenOrName === undefined) {
    const chosen = ctx.actor.defaultWorkspaceToken;
    const fallback = chosen && reachable.includes(chosen) ? chosen : reachable[0];
    if (fallback === undefined) throw badRequest('There is no workspace to import costs into');
    return fallback;
  }
  const found = await ctx.db
    .selectFrom('workspaces')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .where((eb) => eb.or([eb('token', '=', tokenOrName), eb('name', '=', tokenOrName)]))
    .executeTakeFirst();
  if (!found || !reachable.includes(found.token)) throw notFound('Workspace');
  return found.token;
}
