import { badRequest } from '../lib/errors.js';

const deepest = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A JSON body as an object; nothing counts as `{}`, because clients send it so. */
export function parseJsonObject(raw: Buffer): Record<string, unknown> {
  const value = parse(raw);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('Request body must be an object');
  }
  refuseUnstorable(value);
  return value as Record<string, unknown>;
}

function parse(raw: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(raw);
  } catch {
    throw badRequest('Request body is not valid UTF-8');
  }
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Request body is not valid JSON');
  }
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair; recursion over hostile depth ends the process. */
function refuseUnstorable(body: object): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest)
      throw badRequest(`Request body is nested more than ${deepest} levels deep`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') refuseText(value);
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        refuseText(key);
        if (typeof inner === 'object' || typeof inner === 'string') next.push(inner);
      }
    }
    level = next;
  }
}

function refuseText(text: string): void {
  if (text.includes('\0')) throw badRequest('Request body holds a NUL character');
  if (!text.isWellFormed()) throw badRequest('Request body holds half a surrogate pair');
}
