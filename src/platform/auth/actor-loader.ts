import { sql } from 'kysely';
import type { Db, OrganisationRole, TeamRole } from '../store/tables.js';
import type { Actor, Scope, TeamAccess } from './actor.js';

/** The part of an actor that stays the same until the account's access version changes. */
type Rights = Pick<
  Actor,
  | 'accountToken'
  | 'token'
  | 'kind'
  | 'name'
  | 'role'
  | 'teams'
  | 'accountWorkspaces'
  | 'workspaceNames'
  | 'defaultWorkspaceToken'
  | 'defaultDashboardToken'
>;

interface Holder {
  account_token: string;
  access_version: number;
  user_token: string | null;
  team_token: string | null;
  rights: 'owner' | 'integration_owner' | null;
}

const maxCached = 10_000;

/**
 * Loads the actor behind a credential. With a PostgreSQL server, one short statement per request checks
 * that the credential is valid and reads the account's access version; rights are cached until that
 * version changes. The single process of an embedded database is notified of every change and caches
 * whole actors until then.
 */
export class ActorLoader {
  readonly #cachesActors: boolean;
  readonly #actors = new Map<string, { actor: Actor; expiresAt: Date | null }>();
  readonly #cachedRights = new Map<string, { version: number; rights: Rights }>();
  #changes = 0;

  constructor({ cachesActors }: { cachesActors: boolean }) {
    this.#cachesActors = cachesActors;
  }

  /** Drops all cached actors, because rights may have changed. */
  invalidate(): void {
    this.#changes += 1;
    this.#actors.clear();
  }

  /** The actor behind a bearer secret; undefined if it is unknown, expired or revoked. */
  async byCredential(db: Db, secretHash: Buffer, now: Date): Promise<Actor | undefined> {
    const key = secretHash.toString('base64');
    const cached = this.#actors.get(key);
    if (cached && (!cached.expiresAt || cached.expiresAt > now)) return cached.actor;
    const changesBefore = this.#changes;
    const found = await this.#readCredential(db, secretHash, now);
    // Rights read while they were changing may be outdated.
    if (found && this.#cachesActors && changesBefore === this.#changes) {
      if (this.#actors.size >= maxCached) this.#actors.clear();
      this.#actors.set(key, found);
    }
    return found?.actor;
  }

  async #readCredential(db: Db, secretHash: Buffer, now: Date) {
    const row = await db
      .selectFrom('credentials as c')
      .innerJoin('accounts as a', 'a.token', 'c.account_token')
      .leftJoin('users as u', 'u.token', 'c.user_token')
      .select([
        'c.id',
        'c.parent_id',
        'c.description',
        'c.caller_name',
        'c.scopes',
        'c.created_at',
        'c.expires_at',
        'c.account_token',
        'c.user_token',
        'c.team_token',
        'c.rights',
        'a.access_version',
      ])
      .where('c.secret_hash', '=', secretHash)
      .where('c.revoked_at', 'is', null)
      .where('u.deactivated_at', 'is', null)
      .where((eb) => eb.or([eb('c.expires_at', 'is', null), eb('c.expires_at', '>', now)]))
      .executeTakeFirst();
    if (!row) return undefined;
    const rights = await this.#rights(db, row);
    const actor: Actor = {
      ...rights,
      name: row.caller_name ?? rights.name,
      source: 'api',
      scopes: row.scopes as Scope[],
      credential: {
        id: row.parent_id ?? row.id,
        rowId: row.id,
        description: row.description,
        callerName: row.caller_name,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      },
    };
    return { actor, expiresAt: row.expires_at };
  }

  /** The actor behind a session secret; undefined if it is unknown or expired. */
  async bySession(db: Db, secretHash: Buffer, now: Date): Promise<Actor | undefined> {
    const row = await db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.token', 's.user_token')
      .innerJoin('accounts as a', 'a.token', 'u.account_token')
      .select(['s.id', 's.created_at', 's.user_token', 'u.account_token', 'a.access_version'])
      .where('s.secret_hash', '=', secretHash)
      .where('s.expires_at', '>', now)
      .where('u.deactivated_at', 'is', null)
      .executeTakeFirst();
    if (!row) return undefined;
    return {
      ...(await this.#rights(db, { ...row, team_token: null, rights: null })),
      source: 'console',
      scopes: ['read', 'write'],
      credential: null,
      sessionId: row.id,
    };
  }

  /** The actor of any user, to decide what that user may see. */
  async forUser(db: Db, user: { token: string; account_token: string }): Promise<Actor> {
    const rights = await readRights(db, {
      account_token: user.account_token,
      access_version: 0,
      user_token: user.token,
      team_token: null,
      rights: null,
    });
    return { ...rights, source: 'console', scopes: [], credential: null };
  }

  /** What a team can reach, whoever is a member of it. */
  async forTeam(db: Db, team: { token: string; account_token: string }): Promise<TeamAccess> {
    const { teams } = await readRights(db, {
      account_token: team.account_token,
      access_version: 0,
      user_token: null,
      team_token: team.token,
      rights: null,
    });
    return teams[0]!;
  }

  async #rights(db: Db, holder: Holder): Promise<Rights> {
    const key = `${holder.user_token ?? holder.team_token}/${holder.rights ?? ''}`;
    const cached = this.#cachedRights.get(key);
    if (cached?.version === holder.access_version) return cached.rights;
    const rights = await readRights(db, holder);
    if (this.#cachedRights.size >= maxCached) this.#cachedRights.clear();
    this.#cachedRights.set(key, { version: holder.access_version, rights });
    return rights;
  }
}

async function readRights(db: Db, holder: Holder): Promise<Rights> {
  const [identity, teams, workspaces] = await Promise.all([
    holder.user_token ? readUser(db, holder.user_token) : readTeam(db, holder.team_token!, holder),
    readTeams(db, holder),
    db
      .selectFrom('workspaces')
      .select(['token', 'name'])
      .where('account_token', '=', holder.account_token)
      .orderBy('id')
      .execute(),
  ]);
  return {
    accountToken: holder.account_token,
    ...identity,
    teams: teams.map((team) => ({
      ...team,
      role: team.everyone ? roleInEveryone(identity.role) : (team.role ?? 'editor'),
    })),
    accountWorkspaces: workspaces.map((workspace) => workspace.token),
    workspaceNames: Object.fromEntries(workspaces.map(({ token, name }) => [token, name])),
  };
}

/** The role in the team Everyone follows from the organisation role. */
function roleInEveryone(role: OrganisationRole): TeamRole {
  return role === 'integration_owner' ? 'editor' : role;
}

async function readUser(db: Db, token: string) {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return {
    token,
    kind: 'user' as const,
    name: user.name ?? user.email,
    role: user.role,
    defaultWorkspaceToken: user.default_workspace_token,
    defaultDashboardToken: user.default_dashboard_token,
  };
}

/** A service credential has organisation-wide rights through Everyone, or is an editor of its team. */
async function readTeam(db: Db, token: string, holder: Holder) {
  const team = await db
    .selectFrom('teams')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return {
    token,
    kind: 'team' as const,
    name: team.name,
    role: holder.rights ?? ('editor' as const),
    defaultWorkspaceToken: null,
    defaultDashboardToken: team.default_dashboard_token,
  };
}

async function readTeams(db: Db, holder: Holder) {
  const { rows } = await sql<Omit<TeamAccess, 'role'> & { role: TeamRole | null }>`
    select teams.token, teams.everyone, team_members.role,
      coalesce((select json_object_agg(w.workspace_token, w.access)
        from team_workspaces w where w.team_token = teams.token), '{}') as workspaces,
      coalesce((select json_object_agg(g.resource_token, g.access)
        from access_grants g where g.team_token = teams.token), '{}') as grants
    from teams
    left join team_members on team_members.team_token = teams.token
      and team_members.user_token = ${holder.user_token}::text
    where teams.account_token = ${holder.account_token}
      and (teams.token = ${holder.team_token}::text
        or (${holder.user_token}::text is not null and (teams.everyone or team_members.role is not null)))
    order by teams.id`.execute(db);
  return rows;
}
