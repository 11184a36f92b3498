import type { Db, OrganisationRole } from '../../../platform/store/tables.js';
import { type ConnectionRow, type GroupMapping, organisationRoles } from './connection.js';

const mappingsOf = (connection: ConnectionRow) =>
  connection.group_mappings as unknown as GroupMapping[];

/**
 * The role that groups give: the highest of the mapped ones, else the default role. Undefined where no role
 * is mapped, because roles are then set in the console.
 */
export function roleOf(
  connection: ConnectionRow,
  groups: readonly string[],
): OrganisationRole | undefined {
  const mapped = mappingsOf(connection).filter(({ role }) => role);
  if (mapped.length === 0) return undefined;
  const given = new Set(
    mapped.filter(({ group }) => groups.includes(group)).map(({ role }) => role),
  );
  return organisationRoles.findLast((role) => given.has(role)) ?? connection.default_role;
}

/** The teams that groups give: those with the name of a group, and the mapped ones. */
export async function teamsOf(
  db: Db,
  connection: ConnectionRow,
  groups: readonly string[],
): Promise<{ token: string; name: string }[]> {
  const mapped = new Set(
    mappingsOf(connection)
      .filter(({ group }) => groups.includes(group))
      .map(({ team_token }) => team_token),
  );
  const teams = await db
    .selectFrom('teams')
    .select(['token', 'name'])
    .where('account_token', '=', connection.account_token)
    .where('everyone', '=', false)
    .orderBy('id')
    .execute();
  return teams.filter(({ token, name }) => groups.includes(name) || mapped.has(token));
}
