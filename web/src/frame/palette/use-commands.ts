import { useMantineColorScheme } from '@mantine/core';
import { type Role, useMe, useRoleCheck, useWorkspace } from '../../api/current-user.js';
import { logOut } from '../../api/log-out.js';
import { pages } from '../pages.js';
import { useSelectWorkspace } from '../use-select-workspace.js';
import type { PaletteItem } from './item.js';

interface Command extends PaletteItem {
  role?: Role;
}

const action = (title: string, rest: Partial<Command>): Command => ({
  id: `action ${title}`,
  title,
  kind: 'Action',
  icon: 'action',
  ...rest,
});

const allowedTo = (role: Role | undefined) => (role ? { role } : {});

/** Pages of the sidebar are places to go … */
const places: Command[] = pages.flatMap(({ path, title, sidebar, role }) =>
  sidebar
    ? {
        id: `page ${path}`,
        title,
        kind: 'Page',
        icon: sidebar.icon,
        to: path,
        ...allowedTo(role),
      }
    : [],
);

/** … and forms for new objects are actions. */
const creations: Command[] = pages
  .filter(({ path }) => path.endsWith('/new'))
  .map(({ path, title, role }) => action(title, { icon: 'add', to: path, ...allowedTo(role) }));

const fixed: Command[] = [
  action('New cost report', { icon: 'add', to: '/explore', role: 'Editor' }),
  action('Import costs', { to: '/start', role: 'Integration Owner', keywords: 'upload bill' }),
  action('Your profile', { icon: 'person', to: '/profile', keywords: 'password account' }),
  action('API reference', {
    keywords: 'docs documentation',
    run: () => void window.open('/docs', '_blank', 'noreferrer'),
  }),
];

/** What the user can do from anywhere, each only where the role allows it. */
export function useCommands(onShortcuts: () => void): PaletteItem[] {
  const isAllowed = useRoleCheck();
  const { setColorScheme } = useMantineColorScheme();
  const workspaces = useMe()?.workspaces ?? [];
  const current = useWorkspace()?.token;
  const selectWorkspace = useSelectWorkspace();
  const here: Command[] = [
    action('Dark theme', { icon: 'moon', run: () => setColorScheme('dark'), keywords: 'mode' }),
    action('Light theme', { icon: 'sun', run: () => setColorScheme('light'), keywords: 'mode' }),
    action('Theme of the system', { run: () => setColorScheme('auto'), keywords: 'auto mode' }),
    action('Keyboard shortcuts', { run: onShortcuts, keywords: 'keys help' }),
    ...workspaces
      .filter(({ token }) => token !== current)
      .map(({ token, name }) =>
        action(`Switch to workspace ${name}`, {
          id: token,
          icon: 'workspace',
          run: () => selectWorkspace(token),
        }),
      ),
    action('Log out', { run: () => void logOut('/console/session'), keywords: 'sign out' }),
  ];
  return [...places, ...creations, ...fixed, ...here].filter(({ role }) => isAllowed(role));
}
