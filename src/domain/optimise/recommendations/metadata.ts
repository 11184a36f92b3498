import type { ResourceFacts } from './facts.js';

type WithMetadata = Pick<ResourceFacts, 'metadata'>;

/** A text of the inventory, or null when it is absent or of another kind. */
export function textField({ metadata }: WithMetadata, field: string): string | null {
  const value = metadata[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A number of the inventory, which may be written as text; null when it is absent or none. */
export function numberField({ metadata }: WithMetadata, field: string): number | null {
  const value = metadata[field];
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** A point in time of the inventory: ISO text, or seconds or milliseconds since 1970. */
export function timeField(resource: WithMetadata, field: string): Date | null {
  const number = numberField(resource, field);
  const time = number === null ? new Date(textField(resource, field) ?? '') : fromEpoch(number);
  return Number.isNaN(time.getTime()) ? null : time;
}

function fromEpoch(number: number): Date {
  const isMilliseconds = number > 1e11;
  return new Date(isMilliseconds ? number : number * 1000);
}

/** Whole days between two points in time. */
export function daysBetween(earlier: Date, later: Date): number {
  return Math.floor((later.getTime() - earlier.getTime()) / 86_400_000);
}
