import { putSealed } from '../../../platform/auth/sealed-files.js';
import type { DashboardDocument } from './dashboard-document.js';
import { renderDashboard } from './render-in-worker.js';

/** Where files of dashboards are stored; the folder of a dashboard has its token. */
export const dashboardFolder = 'sealed/dashboards/';

/** Stores the PDF file of a dashboard under its title, and returns its key. */
export async function storeDashboard(
  services: Parameters<typeof putSealed>[0],
  folder: string,
  document: DashboardDocument,
): Promise<`sealed/${string}`> {
  const name = document.title.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  const key = `${dashboardFolder}${folder}/${name || 'dashboard'}.pdf` as const;
  await putSealed(services, key, await renderDashboard(document));
  return key;
}
