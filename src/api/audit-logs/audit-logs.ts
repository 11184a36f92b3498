import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { queryDate, queryInt } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { serialize } from '../../platform/kernel/serialize.js';
import { type Row, Rows } from '../../platform/kernel/rows.js';

const changes = z.record(z.string(), z.unknown());

const AuditLog = z
  .object({
    token: z.string(),
    object_token: z.string().nullable(),
    object_type: z.string(),
    object_title: z.string().nullable(),
    event: z.string().describe('record_created, record_updated or record_destroyed'),
    source: z.string().describe('console, api or finops_agent'),
    user: z.string().nullable().describe('Who did it; null for the system itself.'),
    workspace_title: z.string().nullable(),
    workspace_token: z.string().nullable(),
    created_at: z.string(),
    object_changes: changes.describe('Attribute to [previous, new].'),
    changed_values: changes.describe('The same as object_changes.'),
    unchanged_values: changes.describe('Attribute to value, of what an update left alone.'),
  })
  .meta({ id: 'AuditLog' });

const events = { create: 'record_created', update: 'record_updated', delete: 'record_destroyed' };
const types = {
  virtual_tag: 'Virtual Tag',
  cost_report: 'Cost Report',
  recommendation_commitment: 'Recommendation Commitment',
  segment: 'Segment',
};

const rows = new Rows('audit_logs', 'Audit Log', { within: 'account' }, true);

const query = z.object({
  ...pageQuery,
  user: queryInt().optional().describe('Numeric id of the credential that acted.'),
  workspace_token: z.string().optional(),
  action: z.enum(['create', 'update', 'delete']).optional(),
  object_name: z.string().optional(),
  source: z.enum(['console', 'api', 'finops_agent']).optional(),
  object_type: z
    .enum(['virtual_tag', 'cost_report', 'recommendation_commitment', 'segment'])
    .optional(),
  token: z.string().optional(),
  object_token: z.string().optional(),
  start_date: queryDate().optional().describe('First day, UTC.'),
  end_date: queryDate().optional().describe('Last day, UTC.'),
});

const getAuditLogs = operation({
  id: 'getAuditLogs',
  tag: 'AuditLogs',
  method: 'GET',
  path: '/v2/audit_logs',
  summary: 'List what was changed, newest first',
  query,
  status: 200,
  errors: [403],
  role: 'owner',
  response: z.object({ links: Links, audit_logs: z.array(AuditLog) }).meta({ id: 'AuditLogs' }),
  run: async ({ query: wanted }, ctx) => {
    const page = pageOf(wanted, { default: 100, max: 5000 });
    const { rows: found, total } = await rows.list(ctx, page, conditionsOf(wanted));
    return { links: pageLinks(ctx.origin, ctx.url, page, total), audit_logs: found.map(show) };
  },
});

const getAuditLog = operation({
  id: 'getAuditLog',
  tag: 'AuditLogs',
  method: 'GET',
  path: '/v2/audit_logs/{audit_log_token}',
  summary: 'Read one change',
  params: z.object({ audit_log_token: z.string() }),
  status: 200,
  errors: [403, 404],
  role: 'owner',
  response: AuditLog,
  run: async ({ params }, ctx) => show(await rows.load(ctx, params.audit_log_token)),
});

export const auditLogs = [getAuditLogs, getAuditLog];

function conditionsOf(wanted: z.output<typeof query>): Expression<SqlBool>[] {
  const equals: Record<string, unknown> = {
    credential_id: wanted.user,
    workspace_token: wanted.workspace_token,
    event: wanted.action && events[wanted.action],
    object_title: wanted.object_name,
    source: wanted.source,
    object_type: wanted.object_type && types[wanted.object_type],
    token: wanted.token,
    object_token: wanted.object_token,
  };
  const conditions = Object.entries(equals)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql<SqlBool>`${sql.ref(column)} = ${value}`);
  if (wanted.start_date) {
    conditions.push(sql<SqlBool>`created_at >= ${wanted.start_date}::timestamp at time zone 'UTC'`);
  }
  if (wanted.end_date) {
    conditions.push(
      sql<SqlBool>`created_at < (${wanted.end_date}::date + 1)::timestamp at time zone 'UTC'`,
    );
  }
  return conditions;
}

function show(row: Row<'audit_logs'>): z.input<typeof AuditLog> {
  return serialize(AuditLog, row, { user: row.user_name, object_changes: row.changed_values });
}
