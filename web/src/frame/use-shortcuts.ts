import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createShortcutReader } from './shortcuts.js';

/** Whether a key is text for a field, or an answer to an open dialog or menu. */
function isTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || document.querySelector('[role=dialog], [role=menu]')) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}

/** Keyboard shortcuts of every page. */
export function useShortcuts(open: (what: 'palette' | 'shortcuts') => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    const read = createShortcutReader();
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const shortcut = read(event.key, event.timeStamp);
      if (!shortcut) return;
      event.preventDefault();
      if ('to' in shortcut) void navigate({ to: shortcut.to });
      else open(shortcut.open);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, navigate]);
}
