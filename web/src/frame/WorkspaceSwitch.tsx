import { Button, Menu, Text } from '@mantine/core';
import { useMe, useWorkspace } from '../api/current-user.js';
import { Icon } from '../parts/icons.js';
import { useSelectWorkspace } from './use-select-workspace.js';

/** The current workspace, with a menu where there are several. */
export function WorkspaceSwitch() {
  const me = useMe();
  const current = useWorkspace();
  const select = useSelectWorkspace();
  if (!me || !current) return null;
  if (me.workspaces.length === 1) {
    return (
      <Text size="sm" c="dimmed" truncate>
        {current.name}
      </Text>
    );
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<Icon name="workspace" size={14} />}>
          {current.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {me.workspaces.map(({ token, name }) => (
          <Menu.Item
            key={token}
            onClick={() => select(token)}
            rightSection={token === current.token ? <Icon name="check" size={14} /> : undefined}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
