import { ActionIcon, NavLink, ScrollArea, Text, Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { Icon } from '../parts/icons.js';
import { type Page, railGroups } from '../parts/page.js';
import { pages } from './pages.js';

interface RailProps {
  isNarrow: boolean;
  onNarrow: (narrow: boolean) => void;
  onVisit: () => void;
}

/** Pages by what a person wants; groups without a page are not shown. */
export function Rail({ isNarrow, onNarrow, onVisit }: RailProps) {
  const groups = railGroups
    .map((name) => ({ name, pages: pages.filter((page) => page.rail?.group === name) }))
    .filter((group) => group.pages.length > 0);
  return (
    <>
      <ScrollArea flex={1} p="sm">
        {groups.map(({ name, pages: own }) => (
          <div key={name}>
            {!isNarrow && name !== 'Overview' && (
              <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
                {name}
              </Text>
            )}
            {own.map((page) => (
              <RailLink key={page.path} page={page} isNarrow={isNarrow} onVisit={onVisit} />
            ))}
          </div>
        ))}
      </ScrollArea>
      <ActionIcon
        variant="subtle"
        color="gray"
        m="sm"
        visibleFrom="sm"
        aria-label={isNarrow ? 'Widen the rail' : 'Narrow the rail'}
        aria-expanded={!isNarrow}
        onClick={() => onNarrow(!isNarrow)}
      >
        <Icon name="menu" />
      </ActionIcon>
    </>
  );
}

function RailLink({ page, isNarrow, onVisit }: { page: Page } & Omit<RailProps, 'onNarrow'>) {
  // Only whether this is the page: a question that changes in the address leaves the rail as it is.
  const isHere = useLocation({
    select: ({ pathname }) => pathname === page.path || pathname.startsWith(`${page.path}/`),
  });
  const link = (
    <NavLink
      className="rail-link"
      component={Link}
      to={page.path}
      py={6}
      label={isNarrow ? undefined : page.title}
      aria-label={page.title}
      aria-current={isHere ? 'page' : undefined}
      active={isHere}
      leftSection={<Icon name={page.rail!.icon} />}
      onClick={onVisit}
    />
  );
  if (!isNarrow) return link;
  return (
    <Tooltip label={page.title} position="right">
      {link}
    </Tooltip>
  );
}
