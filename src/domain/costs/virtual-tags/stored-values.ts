import { sql } from 'kysely';
import type { LabelTransform } from './virtual-tag.js';

/** A value of a virtual tag as it is stored. */
export type StoredValue = ValueContent & { token: string };

export type ValueContent = ValueDefinition & { filter: string; date_ranges: StoredDateRange[] };

interface StoredDateRange {
  start_date: string | null;
  end_date: string | null;
}

/** `definition` holds what the kind needs, in the form of the API. */
export type ValueDefinition =
  | { kind: 'name'; definition: { name: string }; business_metric_token: null }
  | {
      kind: 'percentages';
      definition: { percentages: StoredPercentage[]; display_name?: string };
      business_metric_token: null;
    }
  | {
      kind: 'cost_metric';
      definition: {
        cost_metric: { filter: string; aggregation: { tag: string } };
        display_name?: string;
      };
      business_metric_token: null;
    }
  | {
      kind: 'business_metric';
      definition: {
        label_key?: string;
        label_values: string[];
        label_transforms: LabelTransform[];
      };
      business_metric_token: string;
    };

/** `pct` is the number that was sent; JSON keeps its digits. */
interface StoredPercentage {
  value: string;
  pct: number;
}

export interface StoredCollapsedKey {
  key: string;
  providers: string[];
  filter: string | null;
}

/** The values of a virtual tag in order, as one column of a statement over `virtual_tag_configs`. */
export const storedValues = sql<StoredValue[]>`coalesce(
  (select jsonb_agg(to_jsonb(v) - 'id' - 'config_token' - 'position' order by v.position)
   from virtual_tag_values v where v.config_token = virtual_tag_configs.token), '[]')`;
