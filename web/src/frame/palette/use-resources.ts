import { typeName } from '../../../../src/domain/optimise/resources/type-name.js';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { nameOf, resourcePage, resourcesPath } from '../../features/resources/resource.js';
import { typeIcon } from '../../features/resources/type-icon.js';
import type { PaletteItem } from './item.js';

/** The most expensive of the resources that are found; more of them are on their page. */
const maxResources = 5;
/** A single letter finds almost everything. */
const minLength = 2;

/** Resources whose name or identifier contains the text. */
export function useResources(text: string): PaletteItem[] {
  const workspace = useWorkspace()?.token;
  const isSearched = workspace !== undefined && text.length >= minLength;
  const { data } = useGet(
    resourcesPath,
    { query: { workspace_token: workspace, q: text, limit: maxResources } },
    { enabled: isSearched },
  );
  if (!isSearched) return [];
  return (data?.resources ?? []).map((resource) => ({
    id: resource.token,
    title: nameOf(resource),
    keywords: resource.uuid,
    kind: typeName(resource.type),
    icon: typeIcon(resource.type),
    to: resourcePage(resource.token),
  }));
}
