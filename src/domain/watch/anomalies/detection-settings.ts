/** What counts as an anomaly. */
export interface DetectionSettings {
  /** Smallest rise that is reported, in the currency of the series. */
  minRise: number;
  /** Smallest rise that is reported, in percent of what was expected. */
  minPercent: number;
  /** Width of the expected range in robust standard deviations. */
  deviations: number;
}

export const defaultSettings: DetectionSettings = { minRise: 10, minPercent: 20, deviations: 3 };

/** Days before a day that its expectation is based on. */
export const historyDays = 28;
/** Fewer days with costs than these are no history. */
export const minHistoryDays = 14;
