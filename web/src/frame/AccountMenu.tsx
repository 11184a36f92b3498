import { ActionIcon, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { logOut } from '../api/log-out.js';
import { useCurrentUser } from '../api/current-user.js';
import { Icon } from '../parts/icons.js';

/** The menu of the logged-in user. */
export function AccountMenu() {
  const user = useCurrentUser();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Account menu">
          <Icon name="person" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate>
            {user?.name ?? user?.email ?? ''}
          </Text>
          {user?.role}
        </Menu.Label>
        <Menu.Item component={Link} to="/profile">
          Your profile
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" rel="noreferrer">
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void logOut('/console/session')}>Log out</Menu.Item>
        <Menu.Item onClick={() => void logOut('/console/sessions')}>
          Log out on all devices
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
