import { z } from 'zod';
import type { KnownTag } from '../query/index.js';
import type { TagSettings } from './tag-settings.js';

export const Tag = z
  .object({
    tag_key: z.string(),
    hidden: z.boolean().describe('Not listed in the menus of the console.'),
    preferred: z.boolean().describe('Listed first in the menus of the console.'),
    providers: z.array(z.string()).describe('Providers with costs that have the tag.'),
  })
  .meta({ id: 'Tag' });

/** A tag as the API returns it; without settings it is neither hidden nor preferred. */
export function serializeTag(
  { tag_key, providers }: KnownTag,
  settings: ReadonlyMap<string, TagSettings>,
): z.input<typeof Tag> {
  const { hidden, preferred } = settings.get(tag_key) ?? { hidden: false, preferred: false };
  return { tag_key, hidden, preferred, providers };
}
