import { ActionIcon, Menu, Text } from '@mantine/core';
import { api } from '../api/client.js';
import { queries } from '../api/queries.js';
import { session } from '../api/session.js';
import { useOwnUser } from '../api/who.js';
import { Icon } from './icons.js';

/** Ends the session here, or on every device. */
async function logOut(path: '/console/session' | '/console/sessions'): Promise<void> {
  // Also where the server cannot be reached: this browser forgets what it knows.
  await api.delete(path).catch(() => undefined);
  session.end({ byItself: false });
  queries.clear();
}

export function OwnMenu() {
  const user = useOwnUser();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Own menu">
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
        <Menu.Item component="a" href="/docs" target="_blank" rel="noreferrer">
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void logOut('/console/session')}>Log out</Menu.Item>
        <Menu.Item onClick={() => void logOut('/console/sessions')}>Log out everywhere</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
