import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../store/tables.js';
import { type Actor, type TeamAccess, isOwner } from './actor.js';

/** The attributes of an object that access decisions depend on. */
export interface AccessTarget {
  token: string;
  workspace_token: string | null;
  /**
   * Folders that contain the object, innermost first, or the segment that generated the report: grants
   * on them also apply to the object.
   */
  folders?: string[];
}

/** Whether the actor may create objects in the workspace. */
export function mayCreate(actor: Actor, workspace: string): boolean {
  return (
    isOwner(actor) ||
    actor.teams.some((team) => canEdit(team) && team.workspaces[workspace] === 'edit')
  );
}

/** Whether the actor may update or delete an object that it can see. */
export function mayChange(actor: Actor, object: AccessTarget): boolean {
  if (isOwner(actor)) return true;
  return actor.teams.some((team) => {
    if (!canEdit(team)) return false;
    const grant = effectiveGrant(team, object);
    if (grant) return grant === 'allowed';
    return object.workspace_token !== null && team.workspaces[object.workspace_token] === 'edit';
  });
}

/** Whether the actor may manage the access grants of the object. */
export function mayManageAccess(actor: Actor, object: AccessTarget): boolean {
  if (isOwner(actor)) return true;
  return actor.teams.some(
    (team) =>
      team.role === 'owner' &&
      effectiveGrant(team, object) !== 'denied' &&
      object.workspace_token !== null &&
      object.workspace_token in team.workspaces,
  );
}

/**
 * Whether an editor of the team could do nothing that the actor cannot do: one team of the actor gives at
 * least the same workspaces and grants, and denies nothing that the other one does not deny.
 */
export function coversTeam(actor: Actor, other: TeamAccess): boolean {
  if (isOwner(actor)) return true;
  const tokensWith = (team: TeamAccess, access: string) =>
    Object.keys(team.grants).filter((token) => team.grants[token] === access);
  return actor.teams.some(
    (team) =>
      canEdit(team) &&
      Object.entries(other.workspaces).every(([workspace, access]) =>
        [access, 'edit'].includes(team.workspaces[workspace] ?? ''),
      ) &&
      tokensWith(other, 'allowed').every((token) => team.grants[token] === 'allowed') &&
      tokensWith(team, 'denied').every((token) => other.grants[token] === 'denied'),
  );
}

/** Objects that a team of the actor is denied, whatever its other teams are allowed. */
export const deniedObjects = (actor: Actor): string[] =>
  actor.teams.flatMap((team) => splitGrants(team.grants).denied);

const canEdit = (team: TeamAccess) => team.role !== 'viewer';

/** A grant on the object itself takes precedence over grants on its folders. */
function effectiveGrant(team: TeamAccess, object: AccessTarget): 'allowed' | 'denied' | undefined {
  for (const token of [object.token, ...(object.folders ?? [])]) {
    if (team.grants[token]) return team.grants[token];
  }
  return undefined;
}

/** Row filter for objects that belong to a workspace and cannot carry grants. */
export function inWorkspaces(workspaces: string[]): Expression<SqlBool> {
  return sql<SqlBool>`workspace_token = any(${workspaces})`;
}

/**
 * Row filter for objects that can carry grants: visible through at least one team.
 * `folderColumn` names the column with the folder of the object, if its kind has one; `ownerColumn` the
 * column with the object that generated it, whose grants apply to it as well.
 */
export async function visibleRows(
  db: Db,
  actor: Actor,
  folderColumn: 'folder_token' | 'parent_folder_token' | undefined,
  ownerColumn?: 'segment_token',
): Promise<Expression<SqlBool>> {
  const eb = expressionBuilder<Tables>();
  if (isOwner(actor)) return eb.val(true);
  const perTeam = actor.teams.map(async (team) => {
    const inWorkspace = inWorkspaces(Object.keys(team.workspaces));
    if (Object.keys(team.grants).length === 0) return inWorkspace;
    const direct = splitGrants(team.grants);
    const inherited = folderColumn
      ? splitGrants(await inheritThroughFolders(db, team.grants))
      : undefined;
    const byFolder = inherited
      ? grantCondition(folderColumn!, inherited, inWorkspace)
      : inWorkspace;
    const byOwner = ownerColumn ? grantCondition(ownerColumn, direct, byFolder) : byFolder;
    return grantCondition('token', direct, byOwner);
  });
  return eb.or(await Promise.all(perTeam));
}

type Grants = TeamAccess['grants'];

/** What the grant on the object in a column decides; without a grant, `otherwise` does. */
function grantCondition(
  column: string,
  { allowed, denied }: ReturnType<typeof splitGrants>,
  otherwise: Expression<SqlBool>,
): Expression<SqlBool> {
  return sql<SqlBool>`case
    when ${sql.ref(column)} = any(${allowed}) then true
    when ${sql.ref(column)} = any(${denied}) then false
    else ${otherwise} end`;
}

function splitGrants(grants: Grants): { allowed: string[]; denied: string[] } {
  const tokensWith = (access: string) =>
    Object.keys(grants).filter((token) => grants[token] === access);
  return { allowed: tokensWith('allowed'), denied: tokensWith('denied') };
}

/** The folders with a grant and all folders inside them, each with the grant of its nearest ancestor. */
async function inheritThroughFolders(db: Db, grants: Grants): Promise<Grants> {
  const { rows } = await sql<{ token: string; origin: string }>`
    with recursive inside (token, origin, depth) as (
      select token, token, 0 from folders where token = any(${Object.keys(grants)})
      union all
      select folders.token, inside.origin, inside.depth + 1
      from folders join inside on folders.parent_folder_token = inside.token
      where inside.depth < 100
    )
    select distinct on (token) token, origin from inside order by token, depth`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.token, grants[row.origin]!]));
}

/** A folder and its ancestors, innermost first; empty for an object that is in no folder. */
export async function ancestorFolders(
  db: Db,
  folder: string | null | undefined,
): Promise<string[]> {
  if (!folder) return [];
  const { rows } = await sql<{ token: string }>`
    with recursive above (token, parent, depth) as (
      select token, parent_folder_token, 0 from folders where token = ${folder}
      union all
      select folders.token, folders.parent_folder_token, above.depth + 1
      from folders join above on folders.token = above.parent where above.depth < 100
    )
    select token from above order by depth`.execute(db);
  return rows.map((row) => row.token);
}
