import { useDebouncedValue } from '@mantine/hooks';
import { useWorkspace } from '../../api/current-user.js';
import { useSession } from '../../api/session.js';
import { rank } from '../../lib/fuzzy.js';
import { pageOfObject } from '../../api/object-kinds.js';
import { useFavourites } from '../../parts/favourites.js';
import { readRecent } from '../../parts/recent-objects.js';
import type { PaletteItem } from './item.js';
import { useCommands } from './use-commands.js';
import { useObjects } from './use-objects.js';
import { useResources } from './use-resources.js';
import { useValues } from './use-values.js';

const maxResults = 40;

/** Favourites and recent objects first; with a text, everything that it matches, best first. */
export function usePaletteItems(text: string, onShortcuts: () => void): PaletteItem[] {
  const favourites = useFavouriteItems();
  const recent = useRecentItems();
  const commands = useCommands(onShortcuts);
  // Only objects and resources are searched on the server.
  const [settled] = useDebouncedValue(text, 150);
  const objects = useObjects(settled);
  const resources = useResources(settled);
  const values = useValues();
  const personal = withoutRepeats([...favourites, ...recent]);
  if (text === '') return [...personal, ...commands];
  const all = [...personal, ...commands, ...objects, ...resources, ...values];
  // A recent resource is found by its name alone, the same one of the server by its identifier too.
  return withoutRepeats(rank(all, text)).slice(0, maxResults);
}

/** An object may be a favourite, recent and found by name: it is listed once. */
const withoutRepeats = (items: readonly PaletteItem[]): PaletteItem[] =>
  [...new Map(items.toReversed().map((item) => [item.to ?? item.id, item])).values()].toReversed();

function useFavouriteItems(): PaletteItem[] {
  return useFavourites().flatMap(({ object_token, title }) => {
    const to = pageOfObject(object_token);
    const icon = 'starred' as const;
    return to ? [{ id: `favourite ${to}`, title, kind: 'Favorite', icon, to }] : [];
  });
}

function useRecentItems(): PaletteItem[] {
  const user = useSession()?.user_token ?? '';
  const workspace = useWorkspace()?.token ?? '';
  return readRecent(user, workspace).map(({ title, to }) => ({
    id: `recent ${to}`,
    title,
    kind: 'Recent',
    icon: 'recent',
    to,
  }));
}
