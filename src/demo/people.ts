import { sql } from 'kysely';
import type { Context } from '../platform/kernel/context.js';
import { findByTitle } from './find-by-title.js';
import type { RunOperation } from './operation-runner.js';

const colleagues = [
  { name: 'Ada Okafor', role: 'editor', team: 'Finance' },
  { name: 'Jonas Lindqvist', role: 'editor', team: 'Platform' },
  { name: 'Mei Tanaka', role: 'viewer', team: 'Data' },
  { name: 'Rafael Duarte', role: 'viewer', team: 'Platform' },
] as const;

const teams = [
  { name: 'Finance', description: 'Budgets, invoices and the monthly review' },
  { name: 'Platform', description: 'Runs the shared accounts and the cluster' },
  { name: 'Data', description: 'Warehouse, training and dashboards' },
];

/** Invites colleagues and creates their teams, grants to them and a comment, unless there are teams. */
export async function ensurePeople(ctx: Context, run: RunOperation): Promise<void> {
  const existing = await ctx.db
    .selectFrom('teams')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .where('everyone', '=', false)
    .executeTakeFirst();
  if (existing) return;
  const members = new Map<string, string[]>(teams.map(({ name }) => [name, []]));
  for (const { name, role, team } of colleagues) {
    const { token } = await run('inviteUser', { name, role, email: await freeAddress(ctx, name) });
    members.get(team)!.push(token);
  }
  const tokens = new Map<string, string>();
  for (const { name, description } of teams) {
    const user_tokens = members.get(name)!;
    const workspace_tokens = ctx.actor.accountWorkspaces.slice(0, 1);
    const team = { name, description, user_tokens, workspace_tokens };
    tokens.set(name, (await run('createTeam', team)).token);
  }
  await shareReports(ctx, run, tokens);
}

/** Users of all accounts have different addresses. */
async function freeAddress({ db, actor }: Context, name: string): Promise<string> {
  const local = name.toLowerCase().replace(' ', '.');
  const address = `${local}@harbourline.example`;
  const taken = await db
    .selectFrom('users')
    .select('token')
    .where(sql`lower(email)`, '=', address)
    .executeTakeFirst();
  return taken ? `${local}@${actor.accountToken.slice(-8)}.harbourline.example` : address;
}

async function shareReports(
  ctx: Context,
  run: RunOperation,
  teamTokens: ReadonlyMap<string, string>,
): Promise<void> {
  const grant = async (title: string, team: string, access: 'allowed' | 'denied') => {
    const resource_token = await findByTitle(ctx, 'cost_reports', title);
    if (!resource_token) return;
    await run('createAccessGrant', { resource_token, team_token: teamTokens.get(team)!, access });
  };
  await grant('BigQuery analysis', 'Data', 'allowed');
  await grant('Billed costs with credits and refunds', 'Finance', 'allowed');
  await grant('Billed costs with credits and refunds', 'Data', 'denied');
  const cost_report_token = await findByTitle(ctx, 'cost_reports', 'BigQuery analysis');
  if (!cost_report_token) return;
  const text = 'The query has a partition filter now. Costs should be back to normal tomorrow.';
  await run('createCostReportComment', { text }, { cost_report_token });
}
