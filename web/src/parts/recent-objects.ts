import { type RecentItem, withRecent } from '../lib/recent.js';
import { readStored, writeStored } from '../lib/stored.js';

/** Stored per user and workspace: several people may share a browser. */
const keyOf = (user: string, workspace: string) => `recent.${user}.${workspace}`;

/** The objects that were opened last in this browser, latest first. */
export const readRecent = (user: string, workspace: string): RecentItem[] =>
  (readStored(keyOf(user, workspace)) as RecentItem[] | undefined) ?? [];

/** Puts an object at the front of the recent ones. */
export function noteRecent(user: string, workspace: string, item: RecentItem): void {
  writeStored(keyOf(user, workspace), withRecent(readRecent(user, workspace), item));
}
