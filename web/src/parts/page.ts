import type { ComponentType } from 'react';
import type { IconName } from './icons.js';

/** The rail's groups in their order: what a person wants to do. */
export const railGroups = [
  'Overview',
  'Explore',
  'Allocate',
  'Plan',
  'Watch',
  'Save',
  'Bill',
  'Data',
  'Settings',
] as const;

export interface Page {
  /** `/saved-filters`, `/saved-filters/$token` */
  path: string;
  title: string;
  /** Where the rail shows it; a page without a group is reached from another one. */
  rail?: { group: (typeof railGroups)[number]; icon: IconName };
  load: () => Promise<ComponentType>;
}

/** Objects that the search in the top bar finds by their name. */
export interface SearchedObjects {
  kind: string;
  /** A list of the API that takes `q`, and the name it has its rows under. */
  path: string;
  rows: string;
  titleKey: string;
  pageOf: (token: string) => string;
}

/** What a folder of pages brings. */
export interface PageGroup {
  pages: Page[];
  searched?: SearchedObjects[];
}
