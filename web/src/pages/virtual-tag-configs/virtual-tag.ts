export const virtualTagsPath = '/v2/virtual_tag_configs';

export interface DateRange {
  start_date: string | null;
  end_date: string | null;
}

export interface LabelTransform {
  type: 'split' | 'format';
  delimiter?: string;
  index?: number;
  template?: string;
}

export interface VirtualTagValue {
  token: string;
  filter: string | null;
  name?: string;
  business_metric_token?: string;
  label_key?: string;
  label_values: string[];
  label_transforms: LabelTransform[];
  cost_metric?: { filter: string | null; aggregation: { tag: string | null } };
  display_name?: string;
  percentages: { value: string; pct: number }[];
  date_ranges: DateRange[];
}

export interface VirtualTag {
  token: string;
  key: string;
  overridable: boolean;
  backfill_until: string;
  collapsed_tag_keys: { key: string; providers: string[]; filter: string | null }[];
  values: VirtualTagValue[];
}

/** The ways in which a value takes or shares out costs, and what a reader is told of them. */
export const kinds = {
  name: { label: 'One name', help: 'Costs that match get this value.' },
  percentages: { label: 'Fixed percentages', help: 'Each cost that matches is split.' },
  cost_metric: {
    label: 'By other costs',
    help: 'Each cost that matches is split as other costs are, by the values of a tag.',
  },
  business_metric: {
    label: 'By a business metric',
    help: 'Each cost that matches is split as the labels of a metric are on its day.',
  },
} as const;

export type Kind = keyof typeof kinds;
