import type { PageGroup } from '../../parts/page.js';

export const channels: PageGroup = {
  pages: [
    {
      path: '/channels',
      title: 'Channels',
      sidebar: { group: 'Settings', icon: 'channel' },
      load: async () => (await import('./Channels.js')).Channels,
    },
    {
      path: '/channels/new',
      title: 'New channel',
      role: 'Editor',
      load: async () => (await import('./NewChannel.js')).NewChannel,
    },
    {
      path: '/channels/$token',
      title: 'Channel',
      load: async () => (await import('./EditChannel.js')).EditChannel,
    },
  ],
};
