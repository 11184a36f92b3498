import type { Body } from '../../api/types.js';
import type {
  Dashboard,
  DateInterval,
  DisplayType,
  Granularity,
  dashboardPath,
  dashboardsPath,
} from './dashboard.js';
import { type Width, readWidths } from './widths.js';

/** A widget while it is edited; its id is unique on the page only. */
export interface DraftWidget {
  id: number;
  report: string;
  title: string;
  display: DisplayType;
  width: Width;
  /** Whether the saved dashboard includes the report, so that costs can be read with its dates and filters. */
  isSaved: boolean;
}

/** A dashboard while it is edited. */
export interface Draft extends Record<string, unknown> {
  title: string;
  widgets: DraftWidget[];
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
  widgets: [],
  saved_filter_tokens: [],
  date_interval: '',
  start_date: null,
  end_date: null,
  date_bin: '',
};

/** A saved dashboard, to be edited. */
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
      isSaved: true,
    })),
    saved_filter_tokens,
    date_interval: date_interval ?? '',
    start_date: dashboard.start_date,
    end_date: dashboard.end_date,
    date_bin: date_bin ?? '',
  };
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

function sharedFields(draft: Draft) {
  const { title, widgets, saved_filter_tokens, date_interval, date_bin } = draft;
  return {
    title,
    saved_filter_tokens,
    widgets: widgets.map((widget) => ({
      widgetable_token: widget.report,
      title: widget.title,
      settings: { display_type: widget.display },
    })),
    // The dates of other intervals move with the current day, so they are not sent.
    ...(date_interval === 'custom'
      ? { start_date: draft.start_date ?? undefined, end_date: draft.end_date ?? undefined }
      : {}),
    date_bin: date_bin || undefined,
  };
}
