import {
  type CostMeasure,
  costMeasures,
  defaultChargeSettings,
} from '../../../../src/domain/costs/query/cost-settings.js';

/** Which charges count as costs; the names are those of the API. */
export type CostSettings = typeof defaultChargeSettings;
export { defaultChargeSettings };

export type Measure = CostMeasure;
export const measures = costMeasures;

type SettingName = keyof CostSettings;

interface SettingTexts {
  name: SettingName;
  label: string;
  help: string;
  /** The chip shown where the setting differs from its default. */
  chip: string;
}

export const settingTexts: SettingTexts[] = [
  {
    name: 'amortize',
    label: 'Amortize upfront payments',
    help: 'Distributes upfront payments over the days they cover.',
    chip: 'not amortized',
  },
  {
    name: 'include_discounts',
    label: 'Discounts',
    help: 'Subtracts negotiated discounts.',
    chip: 'without discounts',
  },
  { name: 'include_tax', label: 'Tax', help: 'Includes taxes.', chip: 'without tax' },
  {
    name: 'include_credits',
    label: 'Credits',
    help: 'Subtracts credits of the provider.',
    chip: 'with credits',
  },
  {
    name: 'include_refunds',
    label: 'Refunds',
    help: 'Subtracts refunds.',
    chip: 'with refunds',
  },
];

export const changedSettings = (settings: CostSettings): SettingTexts[] =>
  settingTexts.filter(({ name }) => settings[name] !== defaultChargeSettings[name]);

/** `include_credits,amortize`: the settings that differ from their defaults. */
export const printSettings = (settings: CostSettings): string =>
  changedSettings(settings)
    .map(({ name }) => name)
    .join(',');

export function parseSettings(text: string): CostSettings {
  const changed = new Set(text.split(','));
  const read = (name: SettingName) => defaultChargeSettings[name] !== changed.has(name);
  return {
    include_credits: read('include_credits'),
    include_refunds: read('include_refunds'),
    include_discounts: read('include_discounts'),
    include_tax: read('include_tax'),
    amortize: read('amortize'),
  };
}
