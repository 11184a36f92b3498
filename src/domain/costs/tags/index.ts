export { readTagScope, readVirtualTagsIn, requireTags } from './known-tags.js';
export { readTagSettings, type TagSettings } from './tag-settings.js';
export { serializeTag, Tag } from './tag.js';
export { updateTags } from './update-tags.js';
