import { useQueries } from '@tanstack/react-query';
import { type ListAnswer, getting } from '../api/queries.js';
import { pages, searched } from './pages.js';

export interface Found {
  title: string;
  kind: string;
  to: string;
}

const mostOfAKind = 5;

/** Pages whose title holds the text, then objects whose name does. */
export function useFound(text: string): Found[] {
  const answers = useQueries({
    queries: searched.map(({ path }) => ({
      ...getting<ListAnswer>(path, { q: text, limit: mostOfAKind }),
      enabled: text !== '',
    })),
  });
  const objects = searched.flatMap(({ kind, rows, titleKey, pageOf }, index) =>
    ((answers[index]?.data?.[rows] ?? []) as Record<string, string>[]).map((row) => ({
      title: row[titleKey] ?? '',
      kind,
      to: pageOf(row['token'] ?? ''),
    })),
  );
  return [...foundPages(text), ...(text === '' ? [] : objects)];
}

function foundPages(text: string): Found[] {
  return pages
    .filter(({ rail, title }) => rail && title.toLowerCase().includes(text.toLowerCase()))
    .map(({ title, path, rail }) => ({ title, kind: rail!.group, to: path }));
}
