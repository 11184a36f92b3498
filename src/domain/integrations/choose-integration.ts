import { sql } from 'kysely';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import { ImportError } from '../ingest/import-error.js';
import type { PayerAccount } from '../ingest/payer-accounts.js';
import type { InputFile } from '../ingest/open-files.js';
import type { Context } from '../../platform/kernel/context.js';
import { badRequest, notFound } from '../../platform/lib/errors.js';
import { resolveProvider } from '../providers/resolve-provider.js';
import { createIntegration } from './create-integration.js';

/** Where files should go, as far as somebody said. */
export interface WantedIntegration {
  /** Token or name. */
  integration?: string;
  provider?: string;
  /** Token or name of the workspace that a new integration is shown in. */
  workspace?: string;
}

export interface ChosenIntegration {
  token: string;
  name: string;
  /** What its costs go under where rows do not name their provider. */
  provider: string;
}

/**
 * The integration that files belong to: the one named, else the one that got bills of the same payer
 * before, else a new one that its workspace shows at once.
 */
export async function chooseIntegration(
  ctx: Context,
  files: readonly InputFile[],
  wanted: WantedIntegration,
): Promise<ChosenIntegration> {
  if (wanted.integration) return namedIntegration(ctx, wanted.integration);
  const provider = wanted.provider && resolveProvider(wanted.provider);
  if (provider === null) throw badRequest(`There is no provider called ${wanted.provider}`);
  const workspace = await workspaceFor(ctx, wanted.workspace);
  const accounts = await ctx.services.importer.findPayerAccounts(
    files,
    provider || 'custom_provider',
  );
  const [main] = accounts;
  if (!main) throw new ImportError('No row of the file can be read.');
  return ctx.services.db.transaction().execute(async (db) => {
    // Locked, so that two first imports of one bill meet in one integration.
    await sql`select 1 from accounts where token = ${ctx.actor.accountToken} for update`.execute(
      db,
    );
    const scope = { ...ctx, db };
    const known = await knownIntegration(scope, accounts);
    return (
      known ?? newIntegration(scope, { ...main, provider: provider || main.provider }, workspace)
    );
  });
}

async function namedIntegration(ctx: Context, named: string): Promise<ChosenIntegration> {
  const found = await ctx.db
    .selectFrom('integrations')
    .select(['token', 'name', 'provider'])
    .where('account_token', '=', ctx.actor.accountToken)
    .where((eb) => eb.or([eb('token', '=', named), eb('name', '=', named)]))
    .limit(2)
    .execute();
  if (found.length > 1) {
    throw badRequest(`Several integrations are called ${named}; give the token of one`);
  }
  if (!found[0]) throw notFound('Integration');
  return found[0];
}

/** The oldest integration that ever got a bill of one of these payers, or bears the name it would get. */
async function knownIntegration(
  ctx: Context,
  accounts: readonly PayerAccount[],
): Promise<ChosenIntegration | undefined> {
  const payers = accounts.flatMap(({ provider, payer }) =>
    payer === null ? [] : [`${provider} ${payer}`],
  );
  const { rows } = await sql<ChosenIntegration>`
    select token, name, provider from integrations i
    where account_token = ${ctx.actor.accountToken} and (
      name = ${nameOf(accounts[0]!)}
      or exists (select 1 from loads l, unnest(l.payers) p
        where l.integration_token = i.token and l.status in ('active', 'superseded')
          and regexp_replace(p, ' \\S+ ', ' ') = any(${payers})))
    order by id limit 1`.execute(ctx.db);
  return rows[0];
}

/** `aws 123456789012` */
function nameOf({ provider, payer }: PayerAccount): string {
  const kind = provider === 'custom_provider' ? 'Imported costs' : provider;
  return payer === null ? kind : `${kind} ${payer}`;
}

async function newIntegration(
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

async function workspaceFor(ctx: Context, named: string | undefined): Promise<string> {
  const reachable = reachableWorkspaces(ctx.actor);
  if (named === undefined) {
    const usual = ctx.actor.defaultWorkspaceToken ?? reachable[0];
    if (usual === undefined) throw badRequest('There is no workspace to show the costs in');
    return usual;
  }
  const found = await ctx.db
    .selectFrom('workspaces')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .where((eb) => eb.or([eb('token', '=', named), eb('name', '=', named)]))
    .executeTakeFirst();
  if (!found || !reachable.includes(found.token)) throw notFound('Workspace');
  return found.token;
}
