import { type Dashboard, type DisplayType } from './dashboard.js';
import { type Width, readWidths } from './widths.js';

/** A widget while it is edited; its id only tells it from the others on the page. */
export interface DraftWidget {
  id: number;
  report: string;
  title: string;
  display: DisplayType;
  width: Width;
  /** Whether the stored dashboard shows the report, so that its dates and filters can be applied. */
  isStored: boolean;
}

export interface Draft extends Record<string, unknown> {
  title: string;
  widgets: DraftWidget[];
  saved_filter_tokens: string[];
  date_interval: string;
  start_date: string | null;
  end_date: string | null;
  date_bin: string;
}

export const emptyDraft: Draft = {
  title: '',
  widgets: [],
  saved_filter_tokens: [],
  date_interval: '',
  start_date: null,
  end_date: null,
  date_bin: '',
};

export function draftOf(dashboard: Dashboard): Draft {
  const { token, title, widgets, saved_filter_tokens, date_interval, date_bin } = dashboard;
  const widths = readWidths(token, widgets.length);
  return {
    title,
    widgets: widgets.map((widget, index) => ({
      id: index,
      report: widget.widgetable_token,
      title: widget.title,
      display: widget.settings.display_type,
      width: widths[index]!,
      isStored: true,
    })),
    saved_filter_tokens,
    date_interval: date_interval ?? '',
    start_date: dashboard.start_date,
    end_date: dashboard.end_date,
    date_bin: date_bin ?? '',
  };
}

/** What the API takes; only chosen days are sent as days, because the others move. */
export function bodyOf(draft: Draft, { isNew }: { isNew: boolean }) {
  const { title, widgets, saved_filter_tokens, date_interval, date_bin } = draft;
  const isCustom = date_interval === 'custom';
  return {
    title,
    saved_filter_tokens,
    widgets: widgets.map((widget) => ({
      widgetable_token: widget.report,
      title: widget.title,
      settings: { display_type: widget.display },
    })),
    ...(date_interval !== '' || !isNew ? { date_interval } : {}),
    ...(isCustom ? { start_date: draft.start_date, end_date: draft.end_date } : {}),
    ...(date_bin !== '' ? { date_bin } : {}),
  };
}
