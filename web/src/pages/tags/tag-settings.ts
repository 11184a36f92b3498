import { api } from '../../api/client.js';
import { asProblem } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { toast } from '../../parts/toasts.js';

export type TagSettings = Partial<Pick<Schemas['Tag'], 'hidden' | 'preferred'>>;

// A tag is either preferred or hidden: setting one resets the other.
export const preferred: TagSettings = { preferred: true, hidden: false };
export const hidden: TagSettings = { hidden: true, preferred: false };

export const bulkChanges: { label: string; settings: TagSettings }[] = [
  { label: 'Prefer', settings: preferred },
  { label: 'Hide', settings: hidden },
  { label: 'Reset', settings: { hidden: false, preferred: false } },
];

export async function updateTags(keys: string[], settings: TagSettings): Promise<void> {
  try {
    await api.put('/v2/tags', { body: { tag_keys: keys, ...settings } });
    toast(keys.length === 1 ? `Updated the tag “${keys[0]}”.` : `Updated ${keys.length} tags.`);
  } catch (failure) {
    toast(asProblem(failure).message);
  }
  await invalidate('/v2/tags', '/v2/costs/tags');
}
