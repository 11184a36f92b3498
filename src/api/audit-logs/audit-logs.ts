import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  AuditLog,
  auditLogRows,
  serializeAuditLog,
} from '../../domain/account/audit-logs/index.js';
import { requireDateOrder } from '../../platform/kernel/date-order.js';
import { queryDate, queryInt } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';

const eventsByAction = {
  create: 'record_created',
  update: 'record_updated',
  delete: 'record_destroyed',
};
const objectTypes = {
  virtual_tag: 'Virtual Tag',
  cost_report: 'Cost Report',
  recommendation_commitment: 'Recommendation Commitment',
  segment: 'Segment',
};

const query = z.object({
  ...pageQuery,
  user: queryInt().optional().describe('Numeric id of the API credential that made the change.'),
  workspace_token: z.string().optional(),
  action: z.enum(['create', 'update', 'delete']).optional(),
  object_name: z.string().optional(),
  source: z.enum(['console', 'api', 'finops_agent']).optional(),
  object_type: z
    .enum(['virtual_tag', 'cost_report', 'recommendation_commitment', 'segment'])
    .optional(),
  token: z.string().optional(),
  object_token: z.string().optional(),
  start_date: queryDate().optional().describe('First day (UTC).'),
  end_date: queryDate().optional().describe('Last day (UTC).'),
});

const getAuditLogs = operation({
  id: 'getAuditLogs',
  tag: 'AuditLogs',
  method: 'GET',
  path: '/v2/audit_logs',
  summary: 'List audit log entries, newest first',
  query,
  status: 200,
  errors: [403],
  role: 'owner',
  response: z.object({ links: Links, audit_logs: z.array(AuditLog) }).meta({ id: 'AuditLogs' }),
  run: async ({ query: filters }, ctx) => {
    requireDateOrder(filters.start_date, filters.end_date);
    const page = pageOf(filters, { default: 100, max: 5000 });
    const { rows, total } = await auditLogRows.list(ctx, page, conditionsOf(filters));
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      audit_logs: rows.map(serializeAuditLog),
    };
  },
});

const getAuditLog = operation({
  id: 'getAuditLog',
  tag: 'AuditLogs',
  method: 'GET',
  path: '/v2/audit_logs/{audit_log_token}',
  summary: 'Get an audit log entry',
  params: z.object({ audit_log_token: z.string() }),
  status: 200,
  errors: [403, 404],
  role: 'owner',
  response: AuditLog,
  run: async ({ params }, ctx) =>
    serializeAuditLog(await auditLogRows.load(ctx, params.audit_log_token)),
});

export const auditLogs = [getAuditLogs, getAuditLog];

function conditionsOf(filters: z.output<typeof query>): Expression<SqlBool>[] {
  const equals: Record<string, unknown> = {
    credential_id: filters.user,
    workspace_token: filters.workspace_token,
    event: filters.action && eventsByAction[filters.action],
    object_title: filters.object_name,
    source: filters.source,
    object_type: filters.object_type && objectTypes[filters.object_type],
    token: filters.token,
    object_token: filters.object_token,
  };
  const conditions = Object.entries(equals)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql<SqlBool>`${sql.ref(column)} = ${value}`);
  if (filters.start_date) {
    conditions.push(
      sql<SqlBool>`created_at >= ${filters.start_date}::timestamp at time zone 'UTC'`,
    );
  }
  if (filters.end_date) {
    conditions.push(
      sql<SqlBool>`created_at < (${filters.end_date}::date + 1)::timestamp at time zone 'UTC'`,
    );
  }
  return conditions;
}
