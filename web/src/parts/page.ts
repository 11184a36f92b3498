import type { ComponentType } from 'react';
import type { Role } from '../api/current-user.js';
import type { IconName } from './icons.js';

/** The groups of the sidebar, in order. */
export const sidebarGroups = [
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
  /** Its place in the sidebar; pages without one are reached by links. */
  sidebar?: { group: (typeof sidebarGroups)[number]; icon: IconName };
  /** The least role that can use it; others do not see it in the sidebar and read who has access. */
  role?: Role;
  load: () => Promise<ComponentType>;
  /** Reads what the page shows first, beside its code. The page itself shows why that fails. */
  preload?: (search: Record<string, string | undefined>) => Promise<void>;
}

/** The pages of a folder. */
export interface PageGroup {
  pages: Page[];
}
