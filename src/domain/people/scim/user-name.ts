import { readText } from './attributes.js';
import type { Resource } from './patch.js';

/** The parts of a name. */
export const partsOf = (attributes: Resource): Resource => (attributes['name'] ?? {}) as Resource;

/** A user has one name here: the display name, else the formatted one, else the given and family name. */
export function nameOf(attributes: Resource): string | null {
  const parts = partsOf(attributes);
  const joined = [readText(parts, 'givenName'), readText(parts, 'familyName')]
    .filter((part) => part !== null)
    .join(' ');
  return readText(attributes, 'displayName') ?? readText(parts, 'formatted') ?? (joined || null);
}

/**
 * Drops names that a PATCH request left as they were when it changed one that counts less: after a new
 * family name, the display name of before is outdated.
 */
export function withoutOutdatedNames(before: Resource, after: Resource): Resource {
  const [was, is] = [partsOf(before), partsOf(after)];
  if (after['displayName'] !== before['displayName']) return after;
  if (is['formatted'] !== was['formatted']) return { ...after, displayName: null };
  const isRenamed = ['givenName', 'familyName'].some((part) => is[part] !== was[part]);
  return isRenamed ? { ...after, displayName: null, name: { ...is, formatted: null } } : after;
}
