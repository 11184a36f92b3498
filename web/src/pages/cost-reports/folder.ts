import type { Schemas } from '../../api/types.js';

export type Folder = Schemas['Folder'];

export const foldersPath = '/v2/folders';

/** The title of a folder after those of its parents: `Finance / Monthly`. */
export function pathOf(token: string, folders: readonly Folder[]): string {
  const titles: string[] = [];
  const seen = new Set<string>();
  for (let at: string | null = token; at && !seen.has(at);) {
    seen.add(at);
    const folder = folders.find((each) => each.token === at);
    if (folder) titles.unshift(folder.title);
    at = folder?.parent_folder_token ?? null;
  }
  return titles.join(' / ');
}

/** Folders for a select, sorted by path, so that subfolders follow their parent. */
export const folderOptions = (folders: readonly Folder[]): { value: string; label: string }[] =>
  folders
    .map(({ token }) => ({ value: token, label: pathOf(token, folders) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
