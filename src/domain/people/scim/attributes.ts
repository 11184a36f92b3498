import { ScimError } from '../../../platform/kernel/scim-route.js';
import { isLongerThan } from '../../../platform/lib/characters.js';
import { type Resource, type Writable, valueOf } from './patch.js';

/** A text of at most 255 characters; null where it is absent or blank. */
export function readText(attributes: Resource, name: string): string | null {
  const value = attributes[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || isLongerThan(value, 255)) {
    throw new ScimError(400, `${name} must be a text of at most 255 characters`, 'invalidValue');
  }
  return value.trim() || null;
}

/** The attributes of a body that can be written, under their usual names. */
export function pickAttributes(body: Resource, writable: Writable): Resource {
  const names = [...writable.single, ...writable.complex, ...writable.lists];
  const picked = names.map((name) => [name, valueOf(body, name)] as const);
  for (const [name, value] of picked) {
    const isComplex = writable.complex.includes(name) && value !== undefined && value !== null;
    if (isComplex && (typeof value !== 'object' || Array.isArray(value))) {
      throw new ScimError(400, `${name} must be an object`, 'invalidSyntax');
    }
  }
  return Object.fromEntries(picked.filter(([, value]) => value !== undefined));
}
