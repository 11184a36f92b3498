import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../store/tables.js';
import { type Actor, type TeamAccess, isOwner } from './actor.js';

/** What access decisions need of an object: where it lies and what it is. */
export interface AccessTarget {
  token: string;
  workspace_token: string | null;
  /** Folders around it, innermost first; a grant on one covers what it holds. The segment of a generated report. */
  folders?: string[];
}

/** May the actor make objects in this workspace? */
export function mayCreate(actor: Actor, workspace: string): boolean {
  return (
    isOwner(actor) ||
    actor.teams.some((team) => canEdit(team) && team.workspaces[workspace] === 'edit')
  );
}

/** May the actor update or delete an object that it sees? */
export function mayChange(actor: Actor, object: AccessTarget): boolean {
  if (isOwner(actor)) return true;
  return actor.teams.some((team) => {
    if (!canEdit(team)) return false;
    const grant = effectiveGrant(team, object);
    if (grant) return grant === 'allowed';
    return object.workspace_token !== null && team.workspaces[object.workspace_token] === 'edit';
  });
}

/** May the actor decide who else has access to the object? */
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

const canEdit = (team: TeamAccess) => team.role !== 'viewer';

/** The object's own grant counts before that of the folders around it. */
function effectiveGrant(team: TeamAccess, object: AccessTarget): 'allowed' | 'denied' | undefined {
  for (const token of [object.token, ...(object.folders ?? [])]) {
    if (team.grants[token]) return team.grants[token];
  }
  return undefined;
}

/** Row filter for objects that lie in a workspace and can carry no grants. */
export function inWorkspaces(workspaces: string[]): Expression<SqlBool> {
  return sql<SqlBool>`workspace_token = any(${workspaces})`;
}

/**
 * Row filter for objects that can carry grants: visible through at least one team.
 * `folderColumn` names the column that holds the folder around the object, where its kind has one;
 * `ownerColumn` that of the object that made it, whose grants count for it as well.
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
    const own = grantLists(team.grants);
    const around = folderColumn ? grantLists(await spreadOverFolders(db, team.grants)) : undefined;
    const byFolder = around ? granted(folderColumn!, around, inWorkspace) : inWorkspace;
    const byOwner = ownerColumn ? granted(ownerColumn, own, byFolder) : byFolder;
    return granted('token', own, byOwner);
  });
  return eb.or(await Promise.all(perTeam));
}

type Grants = TeamAccess['grants'];

/** What a grant on the object in a column says; where there is none, something else decides. */
function granted(
  column: string,
  { allowed, denied }: ReturnType<typeof grantLists>,
  otherwise: Expression<SqlBool>,
): Expression<SqlBool> {
  return sql<SqlBool>`case
    when ${sql.ref(column)} = any(${allowed}) then true
    when ${sql.ref(column)} = any(${denied}) then false
    else ${otherwise} end`;
}

function grantLists(grants: Grants): { allowed: string[]; denied: string[] } {
  const having = (access: string) =>
    Object.keys(grants).filter((token) => grants[token] === access);
  return { allowed: having('allowed'), denied: having('denied') };
}

/** Every folder that a granted folder holds, with the grant of the nearest one above it. */
async function spreadOverFolders(db: Db, grants: Grants): Promise<Grants> {
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

/** The folders around an object, innermost first. */
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
