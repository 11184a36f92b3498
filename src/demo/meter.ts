/** How the use of something moves with the calendar. */
type Season = 'always' | 'working' | 'shopping' | 'month_end' | 'growing';

/** Something a provider measures and bills, and how much of it a company of this size uses. */
export interface Meter {
  service: string;
  category: string;
  /** The provider's own name of what is measured. */
  usage: string;
  resourceType: string;
  /** Id of a resource; `{hex}`, `{account}`, `{app}`, `{env}`, `{region}` and `{number}` are filled in. */
  resource: string;
  unit: string;
  /** List price of a unit. */
  price: string;
  /** Units a resource uses on a usual day; 24 hours for what is billed by the hour. */
  quantity: number;
  /** Resources in an account of size 1. */
  resources: number;
  /** Days after which a resource is replaced by the next one. */
  life: number;
  season: Season;
  /** Sizes it comes in, each twice the one before; the price is that of the first. */
  sizes?: readonly string[];
  commitment?: string;
  spot?: boolean;
}

/** Billed by the hour, and usually running all day. */
export const hourly = { unit: 'Hours', quantity: 24 } as const;

/** Billed for what lies there, which only ever becomes more. */
export const stored = { unit: 'GB-Mo', season: 'growing' } as const;
