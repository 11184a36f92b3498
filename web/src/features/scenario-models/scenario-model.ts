import type { Schemas } from '../../api/types.js';
import type { Names } from '../costs/use-names.js';
import { formatDay } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';

export type ScenarioModel = Schemas['ScenarioModel'];
export type Period = Schemas['ScenarioModelPeriod'];

export const scenarioModelsPath = '/v2/scenario_models';
export const scenarioModelPath = '/v2/scenario_models/{scenario_model_token}';

/** The costs that a model changes: `AWS · Amazon EC2`. */
export const scopeOf = (
  { provider, service }: Pick<ScenarioModel, 'provider' | 'service'>,
  names: Names,
): string =>
  [provider ? names('provider', provider) : 'All providers', service].filter(Boolean).join(' · ');

/** `+$1,500.00 per month from Dec 1, 2026 to Feb 28, 2027` */
export function periodText(
  { start_at, end_at, amount, amount_type }: Omit<Period, 'amount_type'> & { amount_type: string },
  currency: string,
) {
  const sign = amount.startsWith('-') ? '' : '+';
  const change =
    amount_type === 'percent'
      ? `${sign}${amount.replace(/\.0$/, '')}%`
      : `${sign}${formatMoney(amount, currency)} per month`;
  return `${change} from ${formatDay(start_at)}${end_at ? ` to ${formatDay(end_at)}` : ''}`;
}
