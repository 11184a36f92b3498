import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import type { QueryOf, Schemas } from '../../api/types.js';
import { formatMoment } from '../../lib/dates.js';
import { channelKindName } from '../channels/channel.js';

export type Delivery = Schemas['Delivery'];
type DeliveryState = NonNullable<QueryOf<'/v2/deliveries'>['state']>;

export const deliveriesPath = '/v2/deliveries';

const stateNames: Record<DeliveryState, string> = {
  pending: 'Waiting',
  not_configured: 'No mail server',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Dropped',
  muted: 'Muted',
};

/** The states of messages, as options of a select. */
export const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }));

const explanations: Record<DeliveryState, string> = {
  pending: 'The message will be sent, or sent again.',
  not_configured: 'It is sent once SMTP_URL names a mail server.',
  sent: 'The receiver has accepted the message.',
  failed: 'All attempts failed.',
  dropped: 'The recipient was deleted, or no longer sees the report.',
  muted: 'The channel or the rule was muted.',
};

const isState = (state: string): state is DeliveryState => Object.hasOwn(stateNames, state);

/** The state of a message in a word. */
export const stateName = (state: string): string => (isState(state) ? stateNames[state] : state);

/** Why a message is in its state: the last error, the next attempt, or what the state means. */
export function stateReason({ state, error, next_attempt_at: next, attempts }: Delivery): string {
  const reason = error ?? (isState(state) ? explanations[state] : '');
  if (state !== 'pending' || next === null || attempts === 0) return reason;
  return `${reason} The next attempt is at ${formatMoment(next)}.`;
}

/** Whether a message can be sent again: its delivery has ended, and nobody has received it. */
export const canResend = ({ state }: Delivery): boolean =>
  state === 'failed' || state === 'dropped' || state === 'muted';

/** `E-mail`, or the kind of the channel. */
export const deliveryKindName = (kind: string): string =>
  kind === 'email' ? 'E-mail' : channelKindName(kind);

/** Starts over with a message that nobody has received. */
export async function resend(token: string): Promise<void> {
  await api.post('/v2/deliveries/{delivery_token}/resend', { path: { delivery_token: token } });
  await invalidate(deliveriesPath);
}
