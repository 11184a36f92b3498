import type { QueryOf, Schemas } from '../../api/types.js';

export type View = Schemas['RecommendationView'];

/** What the list shows, as the address holds it; an empty text is no choice. Lists are comma-separated. */
export interface Filters {
  show?: string;
  /** Tag that the savings are broken down by; it may name the owner of a resource. */
  owner?: string;
  /** What the list is grouped by; by type if empty. */
  group?: string;
  /** The token of a saved view. */
  view?: string;
  /** Set once the filters are no longer those of the view. */
  changed?: string;
  provider?: string;
  category?: string;
  type?: string;
  account?: string;
  billing?: string;
  region?: string;
  /** Value of a tag, after its key: `team=web`. */
  tag?: string;
  min?: string;
  /** First and last day of creation. */
  since?: string;
  until?: string;
}

/** The filters that a view stores: what is shown of open and dismissed ones is up to the reader. */
const stored = [
  'provider',
  'category',
  'type',
  'account',
  'billing',
  'region',
  'tag',
  'min',
  'since',
  'until',
] as const satisfies readonly (keyof Filters)[];

/** Whether a change is one of what a view stores. */
export const isOfViews = (change: Filters): boolean => stored.some((key) => key in change);

export const isFiltered = (filters: Filters): boolean => stored.some((key) => filters[key]);

/** `aws,gcp` → both. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '').split(',').filter(Boolean);

/** `team=web` → key and value; undefined for no tag. Values may contain the sign, keys do not. */
export function readTag(tag: string | undefined): { key: string; value: string } | undefined {
  const at = tag?.indexOf('=') ?? -1;
  if (tag === undefined || at < 1) return undefined;
  return { key: tag.slice(0, at), value: tag.slice(at + 1) };
}

/** The filters of a view, as the address would hold them. */
export const filtersOf = (view: View): Filters => ({
  provider: view.provider_ids.join(),
  category: '',
  type: view.types.join(),
  account: view.account_ids.join(),
  billing: view.billing_account_ids.join(),
  region: view.regions.join(),
  tag: view.tag_key === null ? '' : `${view.tag_key}=${view.tag_value ?? ''}`,
  min: view.min_savings === null ? '' : String(view.min_savings),
  since: view.start_date ?? '',
  until: view.end_date ?? '',
});

type ViewBody = Omit<Schemas['updateRecommendationView'], 'title'>;

/** The filters as a view stores them; views have no categories, but the types of one. */
export function viewBody(
  filters: Filters,
  types: readonly Schemas['RecommendationType'][],
): ViewBody {
  const tag = readTag(filters.tag);
  const ofCategory = types.flatMap(({ category, type }) =>
    category === filters.category ? [type] : [],
  );
  return {
    provider_ids: listOf(filters.provider) as NonNullable<ViewBody['provider_ids']>,
    types: filters.category ? [...new Set(ofCategory)] : listOf(filters.type),
    account_ids: listOf(filters.account),
    billing_account_ids: listOf(filters.billing),
    regions: listOf(filters.region),
    tag_key: tag?.key ?? null,
    tag_value: tag?.value ?? null,
    min_savings: filters.min ? Number(filters.min) : null,
    start_date: filters.since || null,
    end_date: filters.until || null,
  };
}

/** The filters as the list of the API takes them. */
export function queryOf(filters: Filters): QueryOf<'/v2/recommendations'> {
  const tag = readTag(filters.tag);
  const list = (name: string, text: string | undefined) => text && { [name]: listOf(text) };
  return {
    ...list('provider_ids', filters.provider),
    ...list('types', filters.type),
    ...list('account_ids', filters.account),
    ...list('billing_account_ids', filters.billing),
    ...list('regions', filters.region),
    ...(filters.category && { category: filters.category }),
    ...(tag && { tag_key: tag.key, tag_value: tag.value }),
    ...(filters.min && { min_savings: Number(filters.min) }),
    ...(filters.since && { start_date: filters.since }),
    ...(filters.until && { end_date: filters.until }),
  };
}
