import { api } from './client.js';
import { queryClient } from './queries.js';
import { session } from './session.js';

/** Ends the session here, or on every device. */
export async function logOut(path: '/console/session' | '/console/sessions'): Promise<void> {
  // This browser forgets the session and its cached data even if the server cannot be reached.
  await api.delete(path).catch(() => undefined);
  session.end();
  queryClient.clear();
}
