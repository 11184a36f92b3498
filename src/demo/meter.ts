/** How usage varies over the calendar. */
type Seasonality = 'always' | 'working' | 'shopping' | 'month_end' | 'growing';

/** A billed kind of usage, and how much of it the company has. */
export interface Meter {
  service: string;
  category: string;
  /** The provider's own name. */
  usageType: string;
  resourceType: string;
  /** Template; `{hex}`, `{account}`, `{app}`, `{env}`, `{region}` and `{number}` are filled in. */
  resourceId: string;
  unit: string;
  /** Per unit. */
  listPrice: string;
  /** Units per resource on an average day; 24 for hourly meters. */
  quantity: number;
  /** Resources in an account of size 1. */
  resources: number;
  /** Days until a resource is replaced by a new one. */
  lifetimeDays: number;
  seasonality: Seasonality;
  /** Available sizes, each twice the previous one; the list price is that of the first. */
  sizes?: readonly string[];
  commitment?: string;
  spot?: boolean;
}

/** Billed by the hour, usually running all day. */
export const hourly = { unit: 'Hours', quantity: 24 } as const;

/** Billed by stored volume, which keeps growing. */
export const stored = { unit: 'GB-Mo', seasonality: 'growing' } as const;
