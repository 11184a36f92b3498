import { readStored, writeStored } from './stored.js';

/** A page of an object that was opened. */
export interface RecentItem {
  title: string;
  to: string;
}

const maxItems = 8;

/** Stored per user and workspace: several people may share a browser. */
const keyOf = (user: string, workspace: string) => `recent.${user}.${workspace}`;

/** The objects that were opened last in this browser, latest first. */
export const readRecent = (user: string, workspace: string): RecentItem[] =>
  (readStored(keyOf(user, workspace)) as RecentItem[] | undefined) ?? [];

/** Puts an object at the front of the recent ones. */
export function noteRecent(user: string, workspace: string, item: RecentItem): void {
  writeStored(keyOf(user, workspace), withRecent(readRecent(user, workspace), item));
}

/** The list with an item at its front, each address once. */
export const withRecent = (items: readonly RecentItem[], item: RecentItem): RecentItem[] =>
  [item, ...items.filter(({ to }) => to !== item.to)].slice(0, maxItems);
