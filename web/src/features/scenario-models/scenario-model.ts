import { formatDay } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';

export const scenarioModelsPath = '/v2/scenario_models';

export interface Period {
  start_at: string;
  end_at: string | null;
  amount: string;
  amount_type: 'dollar' | 'percent';
}

export interface ScenarioModel {
  token: string;
  title: string;
  priority: number | null;
  workspace_token: string | null;
  provider: string | null;
  service: string | null;
  periods: Period[];
  updated_at: string;
}

export const scopeOf = ({ provider, service }: ScenarioModel): string =>
  [provider ?? 'all providers', service].filter(Boolean).join(' · ');

/** `+$1,500.00 a month from Dec 1, 2026 to Feb 28, 2027` */
export function periodText({ start_at, end_at, amount, amount_type }: Period, currency: string) {
  const sign = amount.startsWith('-') ? '' : '+';
  const size =
    amount_type === 'percent'
      ? `${sign}${amount.replace(/\.0$/, '')} %`
      : `${sign}${formatMoney(amount, currency)} a month`;
  return `${size} from ${formatDay(start_at)}${end_at ? ` to ${formatDay(end_at)}` : ''}`;
}
