import type { Address } from './address.js';

/** The parameters of the address: `only` names the one shown series, `hide` the hidden ones as JSON. */
type HiddenState = Partial<Pick<Address, 'hide' | 'only'>>;

/** The hidden ones of some series. Names of other queries are ignored. */
export function hiddenOf(names: readonly string[], { hide, only }: HiddenState): Set<string> {
  if (only !== undefined && names.includes(only)) {
    return new Set(names.filter((name) => name !== only));
  }
  const hidden = new Set(parseNames(hide));
  const found = names.filter((name) => hidden.has(name));
  // A chart without any series explains nothing.
  return new Set(found.length === names.length ? [] : found);
}

/** The state after a series is hidden or shown again. */
export function toggled(hidden: ReadonlySet<string>, name: string, names: readonly string[]) {
  const next = hidden.has(name) ? [...hidden].filter((each) => each !== name) : [...hidden, name];
  const shown = names.filter((each) => !next.includes(each));
  if (shown.length === 0 || next.length === 0) return showAll;
  // Shorter than the names of hundreds of hidden ones.
  if (shown.length === 1) return { only: shown[0], hide: undefined };
  return { only: undefined, hide: JSON.stringify(next) };
}

/** The state after a series is shown alone, or all of them again if it was alone. */
export function isolated(hidden: ReadonlySet<string>, name: string, names: readonly string[]) {
  const isAlone = !hidden.has(name) && hidden.size === names.length - 1;
  return isAlone ? showAll : { only: name, hide: undefined };
}

const showAll = { only: undefined, hide: undefined };

function parseNames(text: string | undefined): string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
