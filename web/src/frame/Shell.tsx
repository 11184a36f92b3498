import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStored } from '../lib/stored.js';
import { pages } from './pages.js';
import { Sidebar } from './Sidebar.js';
import { TopBar } from './TopBar.js';
import { VisitBanner } from './VisitBanner.js';

/** The layout around every page: top bar and sidebar. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [isCollapsed, setCollapsed] = useStored('sidebar-collapsed', false);
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: isCollapsed ? 56 : 208, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
    >
      <DocumentTitle />
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <AppShell.Header>
        <TopBar isSidebarOpen={isOpen} onToggleSidebar={toggle} />
      </AppShell.Header>
      <AppShell.Navbar aria-label="Pages" className={isOpen ? '' : 'closed-on-phone'}>
        <Sidebar isCollapsed={isCollapsed} onCollapse={setCollapsed} onVisit={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div className="page">
          <VisitBanner />
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

/** Depends on the address, so as a component of its own it spares the layout a rendering per page. */
function DocumentTitle(): null {
  const path = useMatches({ select: (matches): string | undefined => matches.at(-1)?.fullPath });
  const title = pages.find((page) => page.path === path)?.title;
  useEffect(() => {
    document.title = title ? `${title} · Farthing` : 'Farthing';
  }, [title]);
  return null;
}
