import { ActionIcon, NavLink, ScrollArea, Text, Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useRoleCheck } from '../api/current-user.js';
import { pageOfObject } from '../api/object-kinds.js';
import { useFavourites } from '../parts/favourites.js';
import { Icon } from '../parts/icons.js';
import { type Page, sidebarGroups } from '../parts/page.js';
import { pages } from './pages.js';

interface SidebarProps {
  isCollapsed: boolean;
  onCollapse: (isCollapsed: boolean) => void;
  onVisit: () => void;
}

/** The pages by group that the user's role can use, and the favourites; empty groups are left out. */
export function Sidebar({ isCollapsed, onCollapse, onVisit }: SidebarProps) {
  const isAllowed = useRoleCheck();
  const visible = pages.filter(({ role }) => isAllowed(role));
  const groups = sidebarGroups
    .map((name) => ({ name, pages: visible.filter((page) => page.sidebar?.group === name) }))
    .filter((group) => group.pages.length > 0);
  return (
    <>
      <ScrollArea flex={1} p="sm">
        {groups.map(({ name, pages: groupPages }) => (
          <div key={name}>
            {!isCollapsed && name !== 'Overview' && (
              <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
                {name}
              </Text>
            )}
            {groupPages.map((page) => (
              <SidebarLink
                key={page.path}
                page={page}
                isCollapsed={isCollapsed}
                onVisit={onVisit}
              />
            ))}
            {name === 'Overview' && !isCollapsed && <Favourites onVisit={onVisit} />}
          </div>
        ))}
      </ScrollArea>
      <ActionIcon
        variant="subtle"
        color="gray"
        m="sm"
        visibleFrom="sm"
        aria-label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
        aria-expanded={!isCollapsed}
        onClick={() => onCollapse(!isCollapsed)}
      >
        <Icon name="menu" />
      </ActionIcon>
    </>
  );
}

/** The favourites of the user in this workspace. */
function Favourites({ onVisit }: { onVisit: () => void }) {
  const favourites = useFavourites();
  const pathname = useLocation({ select: (location) => location.pathname });
  if (favourites.length === 0) return null;
  return (
    <>
      <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
        Favorites
      </Text>
      {favourites.map(({ object_token, title }) => {
        const to = pageOfObject(object_token) ?? '/';
        return (
          <NavLink
            key={object_token}
            className="sidebar-link"
            component={Link}
            to={to}
            py={6}
            label={title}
            noWrap
            active={pathname === to}
            aria-current={pathname === to ? 'page' : undefined}
            leftSection={<Icon name="star" />}
            onClick={onVisit}
          />
        );
      })}
    </>
  );
}

function SidebarLink({
  page,
  isCollapsed,
  onVisit,
}: { page: Page } & Omit<SidebarProps, 'onCollapse'>) {
  // Selects a boolean, so that a changed query does not render the sidebar again.
  const isCurrent = useLocation({
    select: ({ pathname }) => pathname === page.path || pathname.startsWith(`${page.path}/`),
  });
  const link = (
    <NavLink
      className="sidebar-link"
      component={Link}
      to={page.path}
      py={6}
      label={isCollapsed ? undefined : page.title}
      aria-label={page.title}
      aria-current={isCurrent ? 'page' : undefined}
      active={isCurrent}
      leftSection={<Icon name={page.sidebar!.icon} />}
      onClick={onVisit}
    />
  );
  if (!isCollapsed) return link;
  return (
    <Tooltip label={page.title} position="right">
      {link}
    </Tooltip>
  );
}
