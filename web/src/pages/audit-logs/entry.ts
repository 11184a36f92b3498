import { isToken } from '../../api/object-kinds.js';
import type { Schemas } from '../../api/types.js';

export type Entry = Schemas['AuditLog'];

const eventWords: Record<string, string> = {
  record_created: 'Created',
  record_updated: 'Updated',
  record_destroyed: 'Deleted',
};

export const eventOf = ({ event }: Entry): string => eventWords[event] ?? event;
export const titleOf = ({ object_title: title, object_type: type }: Entry): string =>
  title && !isToken(title) ? `${type} “${title}”` : type;

/** The display name of an attribute: `workspace_tokens` is `Workspaces`. */
export function attributeName(key: string): string {
  if (key === 'token') return 'ID in the API';
  const words = key.replace(/_token(s?)$/, '$1').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
