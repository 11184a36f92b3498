import { WorkerThread } from '../../../platform/threads/worker-thread.js';
import type { DashboardDocument } from './dashboard-document.js';

const thread = new WorkerThread<DashboardDocument, Uint8Array>(
  new URL('worker.js', import.meta.url),
  {
    timeoutMinutes: 5,
  },
);

/** The PDF file of a dashboard, rendered in a worker thread: an error of the PDF library must not end the server. */
export const renderDashboard = async (dashboard: DashboardDocument): Promise<Buffer> =>
  Buffer.from(await thread.run(dashboard));
