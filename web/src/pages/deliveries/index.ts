import type { PageGroup } from '../../parts/page.js';

export const deliveryLog: PageGroup = {
  pages: [
    {
      path: '/delivery-log',
      title: 'Delivery log',
      sidebar: { group: 'Settings', icon: 'log' },
      role: 'Owner',
      load: async () => (await import('./DeliveryLog.js')).DeliveryLog,
    },
  ],
};
