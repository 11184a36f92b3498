import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { compareDecimals, minus } from '../../lib/decimal.js';
import type { Names } from '../costs/use-names.js';

/** An anomaly of a report. */
export type Anomaly = Schemas['AnomalyAlert'];
/** An anomaly with all reports that show it. */
export type AnomalyEvent = Schemas['AnomalyEvent'];
export type EventStatus = AnomalyEvent['status'];

export const anomaliesPath = '/v2/anomaly_alerts';
export const eventsPath = '/v2/anomaly_events';
export const eventPath = '/v2/anomaly_events/{anomaly_event_token}';

/** The page of an anomaly. */
export const anomalyPage = (token: string): string => `/anomalies/${token}`;

/** The open anomalies of the workspace, the largest impact first; what several reports show is one of them. */
export function useOpenAnomalies() {
  const workspace = useWorkspace();
  const { data, error, refetch } = useGet(
    eventsPath,
    { query: { workspace_token: workspace?.token, status: 'open', limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  const anomalies = data?.anomaly_events.toSorted((one, other) =>
    compareDecimals(impactOf(other), impactOf(one)),
  );
  return { anomalies, error, refetch };
}

/** What the day cost more than expected. */
export const riseOf = ({
  amount,
  expected_amount: expected,
}: Pick<Anomaly, 'amount' | 'expected_amount'>): string => minus(amount, expected);

/** What an anomaly has cost more than expected so far: on its day, until its report has been searched again. */
export const impactOf = (anomaly: AnomalyEvent): string => anomaly.impact ?? riseOf(anomaly);

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
