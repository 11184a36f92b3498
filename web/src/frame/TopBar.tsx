import {
  ActionIcon,
  Burger,
  Button,
  Group,
  Kbd,
  Text,
  useMantineColorScheme,
  useComputedColorScheme,
} from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { Icon } from '../parts/icons.js';
import { FreshnessNote } from './FreshnessNote.js';
import mark from './mark.svg';
import { AccountMenu } from './AccountMenu.js';
import { useShortcuts } from './use-shortcuts.js';
import { WorkspaceSwitch } from './WorkspaceSwitch.js';

// Loaded when they are first opened.
const Palette = lazy(async () => ({ default: (await import('./palette/Palette.js')).Palette }));
const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts.js')).Shortcuts }));

/** The bar above every page: workspace, search, freshness, color scheme, account. */
export function TopBar({
  isSidebarOpen,
  onToggleSidebar,
}: {
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
}) {
  const [dialog, setDialog] = useState<'palette' | 'shortcuts'>();
  const open = () => setDialog('palette');
  const close = () => setDialog(undefined);
  useShortcuts(setDialog);
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap">
      <Burger
        opened={isSidebarOpen}
        onClick={onToggleSidebar}
        hiddenFrom="sm"
        size="sm"
        aria-label="Pages"
      />
      <img src={mark} width={22} height={22} alt="" />
      <Text fw={600} visibleFrom="sm" mr="sm">
        Farthing
      </Text>
      <WorkspaceSwitch />
      <Button
        variant="default"
        size="xs"
        ml="auto"
        visibleFrom="sm"
        leftSection={<Icon name="search" size={14} />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        onClick={open}
      >
        Search
      </Button>
      <ActionIcon variant="default" ml="auto" hiddenFrom="sm" aria-label="Search" onClick={open}>
        <Icon name="search" />
      </ActionIcon>
      <FreshnessNote />
      <ColorSchemeSwitch />
      <AccountMenu />
      <Suspense>
        {dialog === 'palette' && (
          <Palette onClose={close} onShortcuts={() => setDialog('shortcuts')} />
        )}
        {dialog === 'shortcuts' && <Shortcuts onClose={close} />}
      </Suspense>
    </Group>
  );
}

function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={isDark ? 'Switch to light mode' : 'Switch to dark mode'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}
