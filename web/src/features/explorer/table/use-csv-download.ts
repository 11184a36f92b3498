import { useRef, useState } from 'react';
import { asProblem } from '../../../api/problem.js';
import { saveFile } from '../../../lib/csv.js';
import { toast } from '../../../parts/toasts.js';
import { type CsvColumn, csvHeader, csvRows } from './csv.js';
import type { ReadAllRows } from './read-all-rows.js';

/** Saves all rows of a table as one file, page by page. */
export function useCsvDownload(name: string, columns: readonly CsvColumn[], readAll: ReadAllRows) {
  const [progress, setProgress] = useState<{ done: number; count: number }>();
  const running = useRef<AbortController>(undefined);
  const start = async () => {
    const { signal } = (running.current = new AbortController());
    const parts = [csvHeader(columns)];
    let done = 0;
    setProgress({ done, count: 0 });
    try {
      const footer = await readAll(signal, (rows, count) => {
        parts.push(csvRows(columns, rows));
        done += rows.length;
        setProgress({ done, count });
      });
      saveFile(name, [...parts, csvRows(columns, footer)]);
    } catch (error) {
      if (!signal.aborted) toast(asProblem(error).message);
    }
    setProgress(undefined);
  };
  return { progress, start: () => void start(), cancel: () => running.current?.abort() };
}
