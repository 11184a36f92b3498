import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useKept } from '../lib/kept.js';
import { pages } from './pages.js';
import { Rail } from './Rail.js';
import { TopBar } from './TopBar.js';

/** The frame around every page. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [isNarrow, setNarrow] = useKept('rail', false);
  useDocumentTitle();
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: isNarrow ? 56 : 208, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header>
        <TopBar isRailOpen={isOpen} onToggleRail={toggle} />
      </AppShell.Header>
      <AppShell.Navbar aria-label="Pages">
        <Rail isNarrow={isNarrow} onNarrow={setNarrow} onVisit={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div className="page">
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function useDocumentTitle(): void {
  const path = useMatches({ select: (matches): string | undefined => matches.at(-1)?.fullPath });
  const title = pages.find((page) => page.path === path)?.title;
  useEffect(() => {
    document.title = title ? `${title} · Farthing` : 'Farthing';
  }, [title]);
}
