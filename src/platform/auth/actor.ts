import type { OrganisationRole, TeamRole } from '../store/tables.js';

export type Scope = 'read' | 'write';
type Source = 'console' | 'api' | 'finops_agent';

/** A team the actor belongs to, with what that team may reach. */
export interface TeamAccess {
  token: string;
  everyone: boolean;
  role: TeamRole;
  workspaces: Record<string, 'edit' | 'view'>;
  /** Grants of this team: object token to decision. */
  grants: Record<string, 'allowed' | 'denied'>;
}

/** Who is asking, and all that decides what they may see and do. */
export interface Actor {
  accountToken: string;
  /** The user, or the team of a service credential. */
  token: string;
  kind: 'user' | 'team';
  /** null for the system itself. */
  name: string | null;
  role: OrganisationRole;
  teams: TeamAccess[];
  /** All workspaces of the account in the order of their creation. */
  accountWorkspaces: string[];
  workspaceNames: Record<string, string>;
  defaultWorkspaceToken: string | null;
  defaultDashboardToken: string | null;
  source: Source;
  scopes: Scope[];
  credential: { id: number; description: string; createdAt: Date } | null;
  /** Set on console sessions: log-out needs to know which one. */
  sessionId?: number;
}

export const isOwner = (actor: Actor) => actor.role === 'owner';

const rank: Record<OrganisationRole, number> = {
  viewer: 0,
  editor: 1,
  integration_owner: 2,
  owner: 3,
};

/** Whether the organisation role is this one or a stronger one. */
export function hasRole(actor: Actor, least: OrganisationRole): boolean {
  return rank[actor.role] >= rank[least];
}

/** Workspaces the actor can see into, in the order of their creation. */
export function reachableWorkspaces(actor: Actor): string[] {
  if (isOwner(actor)) return actor.accountWorkspaces;
  return actor.accountWorkspaces.filter((workspace) =>
    actor.teams.some((team) => workspace in team.workspaces),
  );
}
