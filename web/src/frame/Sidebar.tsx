import { ActionIcon, NavLink, ScrollArea, Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRoleCheck } from '../api/current-user.js';
import { pageOfObject } from '../api/object-kinds.js';
import { useStored } from '../lib/stored.js';
import { useFavourites } from '../parts/favourites.js';
import { Icon, type IconName } from '../parts/icons.js';
import { type Page, sidebarGroups } from '../parts/page.js';
import { pages } from './pages.js';

interface SidebarProps {
  isCollapsed: boolean;
  onCollapse: (isCollapsed: boolean) => void;
  onVisit: () => void;
}

/** The favorites, and the pages by group that the user's role can use; empty groups are left out. */
export function Sidebar({ isCollapsed, onCollapse, onVisit }: SidebarProps) {
  const isAllowed = useRoleCheck();
  const visible = pages.filter(({ role }) => isAllowed(role));
  const groups = sidebarGroups
    .map((name) => ({ name, pages: visible.filter((page) => page.sidebar?.group === name) }))
    .filter((group) => group.pages.length > 0);
  const links = useRef<HTMLDivElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const favouriteCount = useFavourites().length;
  // Links that appear above it move the current one.
  useEffect(() => {
    showCurrent(links.current);
  }, [pathname, visible.length, favouriteCount]);
  const linkTo = (page: Page) => (
    <SidebarLink
      key={page.path}
      to={page.path}
      label={page.title}
      icon={page.sidebar!.icon}
      isCollapsed={isCollapsed}
      onVisit={onVisit}
    />
  );
  return (
    <>
      <ScrollArea flex={1} p="sm" viewportRef={links}>
        {!isCollapsed && <Favourites onVisit={onVisit} />}
        {groups.map(({ name, pages: ofGroup }) =>
          isCollapsed || name === 'Overview' ? (
            ofGroup.map(linkTo)
          ) : (
            <SidebarGroup key={name} name={name} paths={ofGroup.map(({ path }) => path)}>
              {ofGroup.map(linkTo)}
            </SidebarGroup>
          ),
        )}
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
function Favourites({ onVisit }: Pick<SidebarProps, 'onVisit'>) {
  const favourites = useFavourites().map(({ object_token: token, title }) => ({
    token,
    title,
    to: pageOfObject(token) ?? '/',
  }));
  if (favourites.length === 0) return null;
  return (
    <SidebarGroup name="Favorites" paths={favourites.map(({ to }) => to)}>
      {favourites.map(({ token, title, to }) => (
        <SidebarLink key={token} to={to} label={title} icon="star" onVisit={onVisit} />
      ))}
    </SidebarGroup>
  );
}

/** Groups that are closed until they are opened: those that most people rarely need. */
const closedAtFirst = new Set(['Bill', 'Data', 'Settings']);

interface SidebarGroupProps {
  name: string;
  /** The pages in it. */
  paths: readonly string[];
  children: ReactNode;
}

/** Scrolls the link of the current page into view, if it is in an open group. */
function showCurrent(links: HTMLElement | null): void {
  links?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
}

/** Links under a heading that opens and closes them. Opening one of its pages opens the group. */
function SidebarGroup({ name, paths, children }: SidebarGroupProps) {
  const isCurrent = useLocation({
    select: ({ pathname }) => paths.some((path) => contains(path, pathname)),
  });
  const [isOpen, setOpen] = useStored(`sidebar-group-${name}`, !closedAtFirst.has(name));
  useEffect(() => {
    if (isCurrent) setOpen(true);
    // Closing the group of the current page keeps it closed.
  }, [isCurrent]);
  return (
    <details
      className="sidebar-group"
      open={isOpen}
      onToggle={({ currentTarget: group }) => {
        if (group.open !== isOpen) setOpen(group.open);
        if (group.open) showCurrent(group);
      }}
    >
      <summary>{name}</summary>
      {children}
    </details>
  );
}

interface SidebarLinkProps extends Pick<SidebarProps, 'onVisit'> {
  to: string;
  label: string;
  icon: IconName;
  isCollapsed?: boolean;
}

function SidebarLink({ to, label, icon, isCollapsed = false, onVisit }: SidebarLinkProps) {
  // Selects a boolean, so that a changed query does not render the sidebar again.
  const isCurrent = useLocation({ select: ({ pathname }) => contains(to, pathname) });
  const link = (
    <NavLink
      className="sidebar-link"
      component={Link}
      to={to}
      py={6}
      label={isCollapsed ? undefined : label}
      noWrap
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      active={isCurrent}
      leftSection={<Icon name={icon} />}
      onClick={onVisit}
    />
  );
  if (!isCollapsed) return link;
  return (
    <Tooltip label={label} position="right">
      {link}
    </Tooltip>
  );
}

/** Whether a page is that of a link, or one below it. */
const contains = (path: string, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);
