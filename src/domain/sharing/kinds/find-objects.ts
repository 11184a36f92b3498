import type { Context } from '../../../platform/kernel/context.js';
import type { Kind, NamedObject } from '../../../platform/kernel/kind.js';
import { prefixOf } from '../../../platform/lib/tokens.js';
import { kinds } from './kinds.js';

/** Names objects by their tokens, in the given order; those that the caller cannot see are left out. */
export async function nameObjects(
  ctx: Context,
  tokens: readonly string[],
  among: readonly Kind[] = kinds,
): Promise<NamedObject[]> {
  const named = new Map<string, NamedObject>();
  for (const { prefix, name } of among) {
    const own = tokens.filter((token) => prefixOf(token) === prefix && !token.includes('\0'));
    if (own.length === 0) continue;
    for (const object of await name(ctx, own)) named.set(object.token, object);
  }
  return tokens.flatMap((token) => named.get(token) ?? []);
}

/** Objects whose title contains a text, kind by kind. */
export async function searchObjects(
  ctx: Context,
  { text, limit, among }: { text: string; limit: number; among: readonly Kind[] },
): Promise<NamedObject[]> {
  const found: NamedObject[] = [];
  for (const { search } of among) found.push(...(await search(ctx, text, limit)));
  return found;
}
