import { ScimError } from '../../../platform/kernel/scim-route.js';
import { type Comparison, parseFilter, plainName } from './filter.js';

/** A resource as identity providers see it: attributes, some of them lists of objects. */
export type Resource = Record<string, unknown>;
type Item = Record<string, unknown>;
type Verb = 'add' | 'replace' | 'remove';

interface Target {
  attribute: string;
  /** Of `members[value eq "x"]`. */
  filter?: Comparison[];
  /** Of `name.givenName`. */
  part?: string;
}

/** The attributes of a resource that can be written; all others are ignored. */
export interface Writable {
  single: readonly string[];
  /** Objects with parts, as `name`. */
  complex: readonly string[];
  /** Lists of objects with a `value`, as `members`. */
  lists: readonly string[];
}

/**
 * Applies the operations of a PATCH request to a resource. Providers differ: the verb is written in any
 * case, the path may be left out, and then keys of the value are attributes or paths.
 */
export function applyPatch(resource: Resource, body: Resource, writable: Writable): Resource {
  const operations = valueOf(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0) {
    throw new ScimError(400, 'Operations must be a list of changes', 'invalidSyntax');
  }
  let result = resource;
  for (const operation of operations) result = applyOne(result, operation, writable);
  return result;
}

function applyOne(resource: Resource, operation: unknown, writable: Writable): Resource {
  const change = requireObject(operation, 'Each of Operations must be an object');
  const verb = String(valueOf(change, 'op')).toLowerCase();
  if (verb !== 'add' && verb !== 'replace' && verb !== 'remove') {
    throw new ScimError(400, 'op must be add, replace or remove', 'invalidSyntax');
  }
  const path = valueOf(change, 'path');
  const value = valueOf(change, 'value');
  if (path !== undefined && path !== null) {
    if (typeof path !== 'string') throw invalidPath(path);
    return changeAt(resource, { verb, path, value }, writable);
  }
  if (verb === 'remove') throw new ScimError(400, 'remove needs a path', 'noTarget');
  const values = requireObject(value, 'value must be an object when there is no path');
  return Object.entries(values).reduce(
    (changed, [key, each]) => changeAt(changed, { verb, path: key, value: each }, writable),
    resource,
  );
}

function changeAt(
  resource: Resource,
  { verb, path, value }: { verb: Verb; path: string; value: unknown },
  writable: Writable,
): Resource {
  const target = parsePath(path);
  const known = (names: readonly string[]) =>
    names.find((name) => name.toLowerCase() === target?.attribute.toLowerCase());
  const list = known(writable.lists);
  if (list && target) {
    const items = itemsOf(resource[list]);
    return { ...resource, [list]: changeList(items, verb, target, value) };
  }
  const complex = known(writable.complex);
  if (complex && target)
    return { ...resource, [complex]: changeParts(resource[complex], verb, target, value) };
  const single = known(writable.single);
  // Attributes that we do not store are accepted, as they are when a resource is created.
  if (!single || target?.part) return resource;
  return { ...resource, [single]: verb === 'remove' ? null : value };
}

/** Undefined for attributes of other schemas, such as the enterprise extension. */
function parsePath(path: string): Target | undefined {
  const plain = plainName(path.trim());
  if (/^urn:/i.test(plain)) return undefined;
  const match = /^([A-Za-z$][\w$-]*)(?:\[(.+)\])?(?:\.([A-Za-z$][\w$-]*))?$/.exec(plain);
  if (!match) throw invalidPath(path);
  const [, attribute, filter, part] = match;
  return {
    attribute: attribute!,
    ...(filter !== undefined && { filter: parseFilter(filter) }),
    ...(part !== undefined && { part }),
  };
}

function changeList(items: Item[], verb: Verb, { filter, part }: Target, value: unknown): Item[] {
  if (filter) {
    const isMatch = (item: Item) => filter.every((each) => matches(item, each));
    if (verb === 'remove') return items.filter((item) => !isMatch(item));
    const change = part ? { [part]: value } : requireObject(value, 'value must be an object');
    if (items.some(isMatch)) {
      return items.map((item) => (isMatch(item) ? { ...item, ...change } : item));
    }
    const described = Object.fromEntries(filter.map((each) => [each.attribute, each.value]));
    return [...items, { ...described, ...change }];
  }
  const given = itemsOf(value);
  const isGiven = (item: Item) => given.some((each) => each['value'] === item['value']);
  if (verb === 'replace') return given;
  if (verb === 'add') return [...items.filter((item) => !isGiven(item)), ...given];
  return value === undefined || value === null ? [] : items.filter((item) => !isGiven(item));
}

function changeParts(current: unknown, verb: Verb, { part }: Target, value: unknown): unknown {
  const parts = (current ?? {}) as Item;
  if (part) return { ...parts, [part]: verb === 'remove' ? null : value };
  if (verb === 'remove') return null;
  return { ...parts, ...requireObject(value, 'value must be an object') };
}

/** The items of a list, of which providers also send a single one, or only its value. */
export function itemsOf(value: unknown): Item[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((item) =>
    typeof item === 'string' ? { value: item } : requireObject(item, 'Items must be objects'),
  );
}

const matches = (item: Item, { attribute, value }: Comparison) =>
  textOf(valueOf(item, attribute)).toLowerCase() === value.toLowerCase();

/** Texts, and booleans that some providers write as texts. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';

/** The value of a key, whose case does not matter in SCIM. */
export function valueOf(object: Resource, name: string): unknown {
  const key = Object.keys(object).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

function requireObject(value: unknown, message: string): Item {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Item;
  throw new ScimError(400, message, 'invalidSyntax');
}

const invalidPath = (path: unknown) =>
  new ScimError(400, `path is invalid: ${String(path).slice(0, 200)}`, 'invalidPath');
