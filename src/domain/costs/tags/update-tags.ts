import type { z } from 'zod';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import { unprocessable } from '../../../platform/lib/errors.js';
import type { KnownTag } from '../query/index.js';
import { serializeTag, type Tag } from './tag.js';
import { lockTagSettings, type TagSettings, writeTagSettings } from './tag-settings.js';

/** Changes the settings of all given tags, with an audit entry for each, and returns them serialized. */
export async function updateTags(
  ctx: Context,
  tags: readonly KnownTag[],
  changes: Partial<TagSettings>,
): Promise<z.input<typeof Tag>[]> {
  const before = await lockTagSettings(
    ctx,
    tags.map((tag) => tag.tag_key),
  );
  const after = new Map([...before].map(([key, stored]) => [key, merge(key, stored, changes)]));
  for (const tag of tags) {
    await writeTagSettings(ctx, tag.tag_key, after.get(tag.tag_key)!);
    await recordChange(ctx, {
      type: 'Tag',
      token: tag.tag_key,
      title: tag.tag_key,
      before: serializeTag(tag, before),
      after: serializeTag(tag, after),
    });
  }
  return tags.map((tag) => serializeTag(tag, after));
}

function merge(key: string, stored: TagSettings, changes: Partial<TagSettings>): TagSettings {
  const { hidden = stored.hidden, preferred = stored.preferred } = changes;
  if (hidden && preferred) throw unprocessable(`${key} cannot be both hidden and preferred`);
  return { hidden, preferred };
}
