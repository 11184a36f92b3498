export { AuditLog, auditLogRows, serializeAuditLog } from './audit-log.js';
