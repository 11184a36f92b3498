import { useEffect, useState } from 'react';

/** Shows a page without the frame and, where the browser allows it, without the browser's own. */
export function useFullScreen(): [boolean, (isFull: boolean) => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    // The browser ends it with Escape.
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      leave();
    };
  }, []);
  const change = (next: boolean) => {
    setFull(next);
    if (!next) leave();
    // The whole document, because menus are drawn outside the page.
    else document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  return [isFull, change];
}

function leave(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}
