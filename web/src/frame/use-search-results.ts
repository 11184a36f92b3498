import { useQueries } from '@tanstack/react-query';
import { getQuery } from '../api/queries.js';
import { pages, searched } from './pages.js';

interface SearchResult {
  title: string;
  kind: string;
  to: string;
}

const maxPerKind = 5;

/** Pages whose title contains the text, then objects whose name does. */
export function useSearchResults(text: string): SearchResult[] {
  const query = { q: text, limit: maxPerKind };
  const responses = useQueries({
    queries: searched.map(({ path }) => ({
      ...getQuery(path, { query }),
      enabled: text !== '',
    })),
  });
  const objects = searched.flatMap(({ kind, rows, titleKey, pageOf }, index) => {
    const response = responses[index]?.data as Record<string, unknown> | undefined;
    return ((response?.[rows] ?? []) as Record<string, string>[]).map((row) => ({
      title: row[titleKey] ?? '',
      kind,
      to: pageOf(row['token'] ?? ''),
    }));
  });
  return [...matchingPages(text), ...(text === '' ? [] : objects)];
}

function matchingPages(text: string): SearchResult[] {
  return pages
    .filter(({ sidebar, title }) => sidebar && title.toLowerCase().includes(text.toLowerCase()))
    .map(({ title, path, sidebar }) => ({ title, kind: sidebar!.group, to: path }));
}
