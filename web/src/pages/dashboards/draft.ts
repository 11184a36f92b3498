import type { Answer, Body } from '../../api/types.js';
import {
  type Dashboard,
  type dashboardPath,
  type dashboardsPath,
  type ItemFields,
  type LayoutItem,
  type layoutPath,
  placed,
} from '../../features/dashboards/layout.js';
import type { DateInterval, Granularity } from './dashboard.js';

type Layout = Answer<typeof layoutPath>;

/** An item while it is edited; its id is unique on the page only. */
export interface DraftItem extends LayoutItem {
  id: number;
  /** Whether the saved dashboard shows the report, so that its costs can be read with its filters. */
  isSaved: boolean;
}

/** A dashboard while it is edited. */
export interface Draft extends Record<string, unknown> {
  title: string;
  /** The version of the layout that is edited. */
  version: string | undefined;
  items: DraftItem[];
  saved_filter_tokens: string[];
  /** Empty for the date ranges of the reports. */
  date_interval: DateInterval | '';
  start_date: string | null;
  end_date: string | null;
  /** Empty for the granularities of the reports. */
  date_bin: Granularity | '';
}

export const emptyDraft: Draft = {
  title: '',
  version: undefined,
  items: [],
  saved_filter_tokens: [],
  date_interval: '',
  start_date: null,
  end_date: null,
  date_bin: '',
};

/** A saved dashboard, to be edited. */
export const draftOf = (dashboard: Dashboard, { version, items }: Layout): Draft => ({
  title: dashboard.title,
  version,
  items: items.map((item, id) => ({ ...item, id, isSaved: true })),
  saved_filter_tokens: dashboard.saved_filter_tokens,
  date_interval: dashboard.date_interval ?? '',
  start_date: dashboard.start_date,
  end_date: dashboard.end_date,
  date_bin: dashboard.date_bin ?? '',
});

/** The items with a new one, at a free place. */
export function addItem(items: readonly DraftItem[], fields: ItemFields): DraftItem[] {
  const id = Math.max(-1, ...items.map((item) => item.id)) + 1;
  return [...items, { ...placed(items, fields), id, isSaved: false }];
}

/** The body that creates a dashboard. */
export const creationBody = (draft: Draft): Body<typeof dashboardsPath, 'post'> => ({
  ...sharedFields(draft),
  date_interval: draft.date_interval || undefined,
});

/** The body that updates a dashboard; an empty interval clears it. */
export const updateBody = (draft: Draft): Body<typeof dashboardPath, 'put'> => ({
  ...sharedFields(draft),
  date_interval: draft.date_interval,
});

function sharedFields({ title, saved_filter_tokens, date_interval, date_bin, ...draft }: Draft) {
  return {
    title,
    saved_filter_tokens,
    // The dates of other intervals move with the current day, so they are not sent.
    ...(date_interval === 'custom'
      ? { start_date: draft.start_date ?? undefined, end_date: draft.end_date ?? undefined }
      : {}),
    date_bin: date_bin || undefined,
  };
}
