import { snakeCase } from '../identify-type.js';

/** Tags as text: a number or a flag is written out, anything else is left out. */
export function textTags(tags: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tags).flatMap(([key, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[key, String(value)]] : [],
    ),
  );
}

/** The attributes of a provider under snake_case names; nested objects are kept as they are delivered. */
export function snakeCaseKeys(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [snakeCase(key), value]));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
