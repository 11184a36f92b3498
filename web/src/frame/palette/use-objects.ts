import { useQueries } from '@tanstack/react-query';
import { getQuery } from '../../api/queries.js';
import { searched } from '../pages.js';
import type { PaletteItem } from './item.js';

const maxPerKind = 5;

/** Objects whose name contains the text. */
export function useObjects(text: string): PaletteItem[] {
  const query = { q: text, limit: maxPerKind };
  const responses = useQueries({
    queries: searched.map(({ path }) => ({
      ...getQuery(path, { query }),
      enabled: text !== '',
    })),
  });
  if (text === '') return [];
  return searched.flatMap(({ kind, rows, titleKey, pageOf }, index) => {
    const response = responses[index]?.data as Record<string, unknown> | undefined;
    return ((response?.[rows] ?? []) as Record<string, string>[])
      .slice(0, maxPerKind)
      .map((row) => {
        const to = pageOf(row['token'] ?? '');
        return { id: to, title: row[titleKey] ?? '', kind, icon: 'report' as const, to };
      });
  });
}
