import { badRequest } from '../lib/errors.js';

const maxDepth = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body that must be an object; an empty body is `{}`, because clients send it so. */
export function parseJsonObject(raw: Buffer): Record<string, unknown> {
  const value = parse(raw);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('Request body must be an object');
  }
  requireStorable(value);
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

/**
 * PostgreSQL cannot store NUL characters and lone surrogates. Walks the body by level, because recursion
 * into a maliciously deep body would crash the process.
 */
function requireStorable(body: object): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth)
      throw badRequest(`Request body is nested more than ${maxDepth} levels deep`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') requireStorableText(value);
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        requireStorableText(key);
        if (typeof inner === 'object' || typeof inner === 'string') next.push(inner);
      }
    }
    level = next;
  }
}

function requireStorableText(text: string): void {
  if (text.includes('\0')) throw badRequest('Request body contains a NUL character');
  if (!text.isWellFormed()) throw badRequest('Request body contains an unpaired surrogate');
}
