import type { Schemas } from '../../api/types.js';

export type ResourceReport = Schemas['ResourceReport'];

export const resourceReportsPath = '/v2/resource_reports';
export const resourceReportPage = (token: string) => `/resource-reports/${token}`;

/** The one type that a filter asks for, as far as its text shows it; the API decides. */
export function typeIn(filter: string): string | undefined {
  const types = [...filter.matchAll(/resources\.type\s*=\s*'([^']+)'/gi)].map(([, type]) => type!);
  return new Set(types).size === 1 ? types[0] : undefined;
}

/** `accruedCosts` is stored as `accrued_costs`. */
export const storedColumn = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
