/** The typeface of pages and charts; a canvas does not inherit it. */
export const fontFamily =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
