import { Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Icon } from './icons.js';

/** The actions of a row; children are `Menu.Item`s. */
export function RowMenu({
  label,
  onDelete,
  children,
}: {
  label?: string;
  onDelete?: () => void;
  children?: ReactNode;
}) {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  const button = (
    <button
      type="button"
      className="row-menu"
      aria-label={label ? `Actions of ${label}` : 'Actions'}
      aria-haspopup="menu"
      // A closed menu returns the focus.
      autoFocus={state !== 'untouched'}
      onClick={() => setState('open')}
    >
      <Icon name="more" />
    </button>
  );
  // A table has hundreds of these and a menu is expensive to render, so it exists only while it is open.
  if (state !== 'open') return button;
  return (
    <Menu opened onClose={() => setState('closed')} position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {children}
        {onDelete && (
          <Menu.Item c="var(--mantine-color-error)" onClick={onDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
