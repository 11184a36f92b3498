import { useState } from 'react';

/** A choice kept in this browser; storage that is full or forbidden only forgets it. */
export function useKept<Value>(key: string, start: Value): [Value, (next: Value) => void] {
  const [value, setValue] = useState<Value>(() => (readKept(key) as Value | undefined) ?? start);
  return [
    value,
    (next) => {
      setValue(next);
      writeKept(key, next);
    },
  ];
}

export function readKept(key: string): unknown {
  try {
    const text = localStorage.getItem(`farthing.${key}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeKept(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`farthing.${key}`);
    else localStorage.setItem(`farthing.${key}`, JSON.stringify(value));
  } catch {
    // Kept for this visit alone.
  }
}
