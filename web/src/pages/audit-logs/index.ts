import type { PageGroup } from '../../parts/page.js';

export const auditLog: PageGroup = {
  pages: [
    {
      path: '/audit-log',
      title: 'Audit log',
      sidebar: { group: 'Settings', icon: 'log' },
      role: 'Owner',
      load: async () => (await import('./AuditLog.js')).AuditLog,
    },
    {
      path: '/audit-log/$token',
      title: 'Change',
      role: 'Owner',
      load: async () => (await import('./OneChange.js')).OneChange,
    },
  ],
};
