import { kindOfObject, pageOfObject } from '../../api/object-kinds.js';
import { useGet } from '../../api/queries.js';
import type { PaletteItem } from './item.js';

/** Objects whose name contains the text. */
export function useObjects(text: string): PaletteItem[] {
  const found = useGet('/console/objects/search', { query: { q: text } }, { enabled: text !== '' });
  if (text === '') return [];
  return (found.data?.objects ?? []).flatMap(({ token, title }) => {
    const to = pageOfObject(token);
    return to ? [{ id: to, title, kind: kindOfObject(token), icon: 'report' as const, to }] : [];
  });
}
