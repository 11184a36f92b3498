export interface Folder {
  token: string;
  title: string;
  parent_folder_token: string | null;
  saved_filter_tokens: string[];
}

export const foldersPath = '/v2/folders';

/** A folder with those around it: `Finance / Monthly`. */
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

/** By their whole path, so that what lies inside a folder follows it. */
export const inOrder = (folders: readonly Folder[]): Folder[] =>
  folders.toSorted((one, other) =>
    pathOf(one.token, folders).localeCompare(pathOf(other.token, folders)),
  );
