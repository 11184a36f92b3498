/** A page of an object that was opened. */
export interface RecentItem {
  title: string;
  to: string;
}

const maxItems = 8;

/** The list with an item at its front, each address once. */
export const withRecent = (items: readonly RecentItem[], item: RecentItem): RecentItem[] =>
  [item, ...items.filter(({ to }) => to !== item.to)].slice(0, maxItems);
