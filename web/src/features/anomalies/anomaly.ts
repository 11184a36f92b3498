import type { QueryOf, Schemas } from '../../api/types.js';
import { compareDecimals, minus } from '../../lib/decimal.js';
import type { Names } from '../costs/use-names.js';

export type Anomaly = Schemas['AnomalyAlert'];
export type AnomalyStatus = NonNullable<QueryOf<'/v2/anomaly_alerts'>['status']>;

export const anomaliesPath = '/v2/anomaly_alerts';

/** The page of an anomaly. */
export const anomalyPage = (token: string): string => `/anomalies/${token}`;

/** What the day cost more than expected. */
export const riseOf = ({
  amount,
  expected_amount: expected,
}: Pick<Anomaly, 'amount' | 'expected_amount'>): string => minus(amount, expected);

/** Sorted by their rises. */
export const largestFirst = (anomalies: readonly Anomaly[]): Anomaly[] =>
  anomalies.toSorted((one, other) => compareDecimals(riseOf(other), riseOf(one)));

/** `AWS · Compute`: the provider of the series, and its category if it has one. */
export const describeSeries = (
  { provider, category }: Pick<Anomaly, 'provider' | 'category'>,
  names: Names,
): string => [names('provider', provider), category].filter(Boolean).join(' · ');

const kinds: Readonly<Record<string, { label: string; help: string }>> = {
  spike: { label: 'Spike', help: 'One or a few days cost more than expected.' },
  step: { label: 'Step', help: 'Costs have stayed at a higher level since that day.' },
  drift: { label: 'Drift', help: 'Costs have risen slowly, over more than a week.' },
};

/** `Spike`, and what it means. */
export const describeKind = ({ kind }: Pick<Anomaly, 'kind'>): { label: string; help: string } =>
  kinds[kind] ?? { label: kind, help: '' };
