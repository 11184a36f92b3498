import type { Schemas } from '../../api/types.js';

export type Entry = Schemas['AuditLog'];

export const auditPath = '/v2/audit_logs';

const eventWords: Record<string, string> = {
  record_created: 'created',
  record_updated: 'changed',
  record_destroyed: 'deleted',
};

export const eventOf = ({ event }: Entry): string => eventWords[event] ?? event;
export const titleOf = (entry: Entry): string =>
  `${entry.object_type} “${entry.object_title ?? entry.object_token ?? ''}”`;

/** An attribute's name as people read it: `workspace_tokens` is `Workspace tokens`. */
export function attributeName(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
