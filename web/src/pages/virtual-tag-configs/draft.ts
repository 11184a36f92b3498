import type {
  DateRange,
  Kind,
  LabelTransform,
  VirtualTag,
  VirtualTagValue,
} from './virtual-tag.js';

/** A rule in the form, with the fields of every kind. `id` identifies it among the others of the draft. */
export interface DraftValue {
  id: number;
  kind: Kind;
  filter: string;
  name: string;
  displayName: string;
  percentages: { value: string; pct: string }[];
  metricFilter: string;
  metricTag: string;
  businessMetric: string;
  labelKey: string;
  labels: string[];
  labelTransforms: DraftTransform[];
  dateRanges: DateRange[];
}

/** A step from a label to a value, with the fields of every type; parts are counted from 1. */
export interface DraftTransform {
  type: 'split' | 'format';
  delimiter: string;
  part: string;
  template: string;
}

export interface DraftKey {
  id: number;
  key: string;
  providers: string[];
  filter: string;
}

export interface Draft extends Record<string, unknown> {
  key: string;
  overridable: boolean;
  backfill_until: string | null;
  collapsed_tag_keys: DraftKey[];
  values: DraftValue[];
}

export const emptyDraft: Draft = {
  key: '',
  overridable: true,
  backfill_until: null,
  collapsed_tag_keys: [],
  values: [],
};

const emptyValue: Omit<DraftValue, 'id'> = {
  kind: 'name',
  filter: '',
  name: '',
  displayName: '',
  percentages: [],
  metricFilter: '',
  metricTag: '',
  businessMetric: '',
  labelKey: '',
  labels: [],
  labelTransforms: [],
  dateRanges: [],
};

/** An id that no item of a list has. */
export const nextId = (items: readonly { id: number }[]): number =>
  Math.max(-1, ...items.map(({ id }) => id)) + 1;

export const newValue = (id: number): DraftValue => ({ ...emptyValue, id });

/** The form of a stored virtual tag. */
export const draftOf = (tag: VirtualTag): Draft => ({
  key: tag.key,
  overridable: tag.overridable,
  backfill_until: tag.backfill_until,
  collapsed_tag_keys: tag.collapsed_tag_keys.map((entry, id) => ({
    id,
    key: entry.key,
    providers: entry.providers,
    filter: entry.filter ?? '',
  })),
  values: tag.values.map(draftValue),
});

function draftValue(value: VirtualTagValue, id: number): DraftValue {
  return {
    id,
    kind: kindOf(value),
    filter: value.filter ?? '',
    name: value.name ?? '',
    displayName: value.display_name ?? '',
    percentages: value.percentages.map(({ value: name, pct }) => ({
      value: name,
      pct: String(pct),
    })),
    metricFilter: value.cost_metric?.filter ?? '',
    metricTag: value.cost_metric?.aggregation.tag ?? '',
    businessMetric: value.business_metric_token ?? '',
    labelKey: value.label_key ?? '',
    labels: value.label_values,
    labelTransforms: value.label_transforms.map(draftTransform),
    dateRanges: value.date_ranges,
  };
}

const draftTransform = (step: LabelTransform): DraftTransform => ({
  type: step.type,
  delimiter: step.delimiter ?? '',
  part: String((step.index ?? 0) + 1),
  template: step.template ?? '',
});

const transformOf = ({ type, delimiter, part, template }: DraftTransform): LabelTransform =>
  type === 'split' ? { type, delimiter, index: Number(part) - 1 } : { type, template };

function kindOf(value: VirtualTagValue): Kind {
  if (value.cost_metric) return 'cost_metric';
  if (value.business_metric_token) return 'business_metric';
  return value.percentages.length > 0 ? 'percentages' : 'name';
}

/** The body of an update; without a backfill date, rules apply from this month on. */
export const updateBody = (draft: Draft) => ({
  key: draft.key,
  overridable: draft.overridable,
  backfill_until: draft.backfill_until,
  collapsed_tag_keys: draft.collapsed_tag_keys.map(({ key, providers, filter }) => ({
    key,
    ...(filter.trim() === '' ? { providers } : { filter }),
  })),
  values: draft.values.map((value) => ({
    filter: value.filter,
    date_ranges: value.dateRanges,
    ...definitionOf(value),
  })),
});

/** The body of a new virtual tag and of a preview. */
export const createBody = (draft: Draft) => ({
  ...updateBody(draft),
  backfill_until: draft.backfill_until ?? undefined,
});

function definitionOf(value: DraftValue) {
  const displayName = value.displayName === '' ? {} : { display_name: value.displayName };
  switch (value.kind) {
    case 'name':
      return { name: value.name };
    case 'percentages':
      return {
        percentages: value.percentages.map(({ value: name, pct }) => ({
          value: name,
          pct: Number(pct),
        })),
        ...displayName,
      };
    case 'cost_metric':
      return {
        cost_metric: { filter: value.metricFilter, aggregation: { tag: value.metricTag } },
        ...displayName,
      };
    case 'business_metric':
      return {
        business_metric_token: value.businessMetric,
        ...(value.labelKey === '' ? {} : { label_key: value.labelKey }),
        label_values: value.labels,
        label_transforms: value.labelTransforms.map(transformOf),
      };
  }
}
