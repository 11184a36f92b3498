import type { Schemas } from '../../api/types.js';

export const virtualTagsPath = '/v2/virtual_tag_configs';

export type VirtualTag = Schemas['VirtualTagConfig'];
export type VirtualTagValue = Schemas['VirtualTagConfigValue'];
export type LabelTransform = Schemas['VirtualTagConfigValueLabelTransform'];
export type DateRange = Schemas['VirtualTagConfigValueDateRange'];
export type VirtualTagPreview = Schemas['VirtualTagPreview'];

/** How a rule allocates the costs that match it. */
export const kinds = {
  name: { label: 'Single value', help: 'Matching costs get this value.' },
  percentages: {
    label: 'Fixed percentages',
    help: 'Matching costs are split by these percentages.',
  },
  cost_metric: {
    label: 'Proportional to other costs',
    help: 'Matching costs are split in proportion to other costs, by the values of a tag.',
  },
  business_metric: {
    label: 'Proportional to a business metric',
    help: 'Matching costs are split in proportion to the labels of a business metric, day by day.',
  },
} as const;

export type Kind = keyof typeof kinds;
