import type { Schemas } from '../../api/types.js';

export type Entry = Schemas['AuditLog'];

const eventWords: Record<string, string> = {
  record_created: 'Created',
  record_updated: 'Updated',
  record_destroyed: 'Deleted',
};

export const eventOf = ({ event }: Entry): string => eventWords[event] ?? event;
export const titleOf = (entry: Entry): string =>
  `${entry.object_type} “${entry.object_title ?? entry.object_token ?? ''}”`;

/** The display name of an attribute: `workspace_tokens` is `Workspace tokens`. */
export function attributeName(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
