import type { OrganisationRole, TeamRole } from '../store/tables.js';

export type Scope = 'read' | 'write';
type Source = 'console' | 'api' | 'finops_agent';

/** A team that the actor belongs to, with the workspaces and objects that it can access. */
export interface TeamAccess {
  token: string;
  everyone: boolean;
  role: TeamRole;
  workspaces: Record<string, 'edit' | 'view'>;
  /** Access grants of the team by object token. */
  grants: Record<string, 'allowed' | 'denied'>;
}

interface ActorCredential {
  /** As shown and audited: a one-hour token has the id of the service credential it was issued for. */
  id: number;
  /** Of the credential that was presented. */
  rowId: number;
  description: string;
  /** Who acts with it in a managed account, from the management account; null for all others. */
  callerName: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

/** The authenticated caller, with everything that decides what it may see and do. */
export interface Actor {
  accountToken: string;
  /** Token of the user, or of the team of a service credential. */
  token: string;
  kind: 'user' | 'team';
  /** null for the system itself. */
  name: string | null;
  role: OrganisationRole;
  teams: TeamAccess[];
  /** All workspaces of the account in creation order. */
  accountWorkspaces: string[];
  workspaceNames: Record<string, string>;
  defaultWorkspaceToken: string | null;
  defaultDashboardToken: string | null;
  source: Source;
  scopes: Scope[];
  /** null for console sessions and for the operator. */
  credential: ActorCredential | null;
  /** Set for console sessions, so that logging out can end the right one. */
  sessionId?: number;
}

/** Whether the actor is an organisation owner. */
export const isOwner = (actor: Actor) => actor.role === 'owner';

const rank: Record<OrganisationRole, number> = {
  viewer: 0,
  editor: 1,
  integration_owner: 2,
  owner: 3,
};

/** Whether the actor has at least this organisation role. */
export function hasRole(actor: Actor, minimum: OrganisationRole): boolean {
  return rank[actor.role] >= rank[minimum];
}

/** Workspaces that the actor has access to, in creation order. */
export function reachableWorkspaces(actor: Actor): string[] {
  if (isOwner(actor)) return actor.accountWorkspaces;
  return actor.accountWorkspaces.filter((workspace) =>
    actor.teams.some((team) => workspace in team.workspaces),
  );
}
