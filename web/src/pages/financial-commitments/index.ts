import type { PageGroup } from '../../parts/page.js';

export const commitments: PageGroup = {
  pages: [
    {
      path: '/commitments',
      title: 'Commitments',
      sidebar: { group: 'Explore', icon: 'lock' },
      load: async () => (await import('./Commitments.js')).Commitments,
    },
    {
      path: '/commitments/reports',
      title: 'Commitment reports',
      load: async () => (await import('./CommitmentReports.js')).CommitmentReports,
    },
    {
      path: '/commitments/reports/new',
      title: 'New commitment report',
      load: async () => (await import('./CommitmentReports.js')).NewCommitmentReport,
    },
    {
      path: '/commitments/reports/$token',
      title: 'Commitment report',
      load: async () => (await import('./CommitmentReports.js')).EditCommitmentReport,
    },
  ],
};
