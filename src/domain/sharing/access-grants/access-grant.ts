import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';

const AccessGrant = z
  .object({
    token: z.string(),
    resource_token: z.string().describe('Object that the grant applies to.'),
    access: z.string().describe('allowed or denied'),
    team_token: z.string().nullable(),
    created_at: z.string(),
    created_by: z.string().nullable(),
  })
  .meta({ id: 'AccessGrant' });

export const accessGrants = entity({
  table: 'access_grants',
  prefix: 'rsrc_accss_grnt',
  kind: 'Access Grant',
  title: 'resource_token',
  access: {
    within: 'account',
    visible: (actor) => sql<SqlBool>`team_token = any(${actor.teams.map((team) => team.token)})`,
  },
  model: AccessGrant,
});
