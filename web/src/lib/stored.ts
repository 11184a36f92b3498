import { useState } from 'react';

/** A preference stored in this browser; where storage is full or forbidden it lasts for the visit. */
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

export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(`farthing.${key}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`farthing.${key}`);
    else localStorage.setItem(`farthing.${key}`, JSON.stringify(value));
  } catch {
    // Lasts for this visit only.
  }
}
