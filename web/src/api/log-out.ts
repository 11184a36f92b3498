import { api } from './client.js';
import { queryClient } from './queries.js';
import { session } from './session.js';

/** Ends the session here, or on every device. */
export async function logOut(path: '/console/session' | '/console/sessions'): Promise<void> {
  // Also where the server cannot be reached: this browser drops what it has read.
  await api.delete(path).catch(() => undefined);
  session.end({ isExpired: false });
  queryClient.clear();
}
