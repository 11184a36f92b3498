/** Which costs count, as reports and questions name it. */
export interface CountedCosts {
  include_credits: boolean;
  include_refunds: boolean;
  include_discounts: boolean;
  include_tax: boolean;
  amortize: boolean;
}
export const measures = ['cost', 'usage', 'count'] as const;
export type Measure = (typeof measures)[number];

type SettingName = keyof CountedCosts;

export const usualSettings: CountedCosts = {
  include_credits: false,
  include_refunds: false,
  include_discounts: true,
  include_tax: true,
  amortize: true,
};

interface Described {
  name: SettingName;
  label: string;
  help: string;
  /** What a chip says where the choice is not the usual one. */
  chip: string;
}

export const described: Described[] = [
  {
    name: 'amortize',
    label: 'Spread what is paid at once',
    help: 'Payments in advance count on the days they are for.',
    chip: 'as billed, not spread',
  },
  {
    name: 'include_discounts',
    label: 'Discounts',
    help: 'Agreed discounts lower the costs.',
    chip: 'without discounts',
  },
  { name: 'include_tax', label: 'Tax', help: 'Taxes count as costs.', chip: 'without tax' },
  {
    name: 'include_credits',
    label: 'Credits',
    help: 'Credits of the provider lower the costs.',
    chip: 'with credits',
  },
  {
    name: 'include_refunds',
    label: 'Refunds',
    help: 'Refunds lower the costs.',
    chip: 'with refunds',
  },
];

export const unusual = (settings: CountedCosts): Described[] =>
  described.filter(({ name }) => settings[name] !== usualSettings[name]);

/** `include_credits,amortize`: the settings that are not as usual. */
export const settingsText = (settings: CountedCosts): string =>
  unusual(settings)
    .map(({ name }) => name)
    .join(',');

export function settingsFrom(text: string): CountedCosts {
  const flipped = new Set(text.split(','));
  const read = (name: SettingName) => usualSettings[name] !== flipped.has(name);
  return {
    include_credits: read('include_credits'),
    include_refunds: read('include_refunds'),
    include_discounts: read('include_discounts'),
    include_tax: read('include_tax'),
    amortize: read('amortize'),
  };
}
