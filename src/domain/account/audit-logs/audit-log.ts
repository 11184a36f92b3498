import { z } from 'zod';
import { type Row, Rows } from '../../../platform/kernel/rows.js';
import { serialize } from '../../../platform/kernel/serialize.js';

const changes = z.record(z.string(), z.unknown());

export const AuditLog = z
  .object({
    token: z.string(),
    object_token: z.string().nullable(),
    object_type: z.string(),
    object_title: z.string().nullable(),
    event: z.string().describe('record_created, record_updated or record_destroyed'),
    source: z.string().describe('console, api or finops_agent'),
    user: z.string().nullable().describe('Who made the change; null for the system.'),
    workspace_title: z.string().nullable(),
    workspace_token: z.string().nullable(),
    created_at: z.string(),
    object_changes: changes.describe('Changed attributes as [previous, new].'),
    changed_values: changes.describe('Same as object_changes.'),
    unchanged_values: changes.describe('Attributes that an update did not change.'),
  })
  .meta({ id: 'AuditLog' });

/** Audit entries, newest first. */
export const auditLogRows = new Rows('audit_logs', 'Audit Log', { within: 'account' }, true);

/** An audit entry as the API returns it. */
export function serializeAuditLog(row: Row<'audit_logs'>): z.input<typeof AuditLog> {
  return serialize(AuditLog, row, { user: row.user_name, object_changes: row.changed_values });
}
