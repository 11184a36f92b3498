import { useState } from 'react';

/** A preference stored in this browser, or for this visit only where storage is full or disabled. */
export function useStored<Value>(key: string, initial: Value): [Value, (next: Value) => void] {
  const [value, setValue] = useState<Value>(
    () => (readStored(key) as Value | undefined) ?? initial,
  );
  return [
    value,
    (next) => {
      setValue(next);
      writeStored(key, next);
    },
  ];
}

/** Reads a stored value; undefined where there is none. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(`farthing.${key}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value; undefined removes it. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`farthing.${key}`);
    else localStorage.setItem(`farthing.${key}`, JSON.stringify(value));
  } catch {
    // Storage is full or disabled.
  }
}
