import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import type { Channel } from '../../features/channels/channel.js';
import { deliveriesPath } from '../../features/deliveries/delivery.js';

/** How a test ended, as a sentence. */
export interface TestOutcome {
  isSent: boolean;
  text: string;
}

/** Really sends a message to a channel and tells how it ended. */
export async function sendTest({ token, name }: Channel): Promise<TestOutcome> {
  const { state, error } = await api.post('/v2/channels/{channel_token}/test', {
    path: { channel_token: token },
  });
  await invalidate(deliveriesPath);
  return state === 'sent'
    ? { isSent: true, text: `The test message was sent, and “${name}” has accepted it.` }
    : { isSent: false, text: `The test message could not be sent to “${name}”. ${error ?? ''}` };
}
