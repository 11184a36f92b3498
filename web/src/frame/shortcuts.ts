/** Pages that `g` and a letter open. */
export const pageKeys: Readonly<Record<string, string>> = {
  o: '/',
  e: '/explore',
  r: '/cost-reports',
  d: '/dashboards',
  s: '/segments',
  c: '/canvases',
  f: '/saved-filters',
  v: '/virtual-tags',
  t: '/tags',
  m: '/business-metrics',
  p: '/forecasts',
  i: '/integrations',
  a: '/audit-log',
};

type Shortcut = { open: 'palette' | 'shortcuts' } | { to: string };

/** The time to press the second key. */
const sequenceMs = 1500;

/**
 * Reads keys that are pressed one after the other. Keys with a modifier belong to the browser, and so do
 * keys pressed while typing: the caller leaves them out.
 */
export function createShortcutReader() {
  let startedAt = Number.NEGATIVE_INFINITY;
  return (key: string, at: number): Shortcut | undefined => {
    const isSecond = at - startedAt <= sequenceMs;
    startedAt = Number.NEGATIVE_INFINITY;
    const to = isSecond && Object.hasOwn(pageKeys, key) ? pageKeys[key] : undefined;
    if (to !== undefined) return { to };
    if (key === 'g') startedAt = at;
    if (key === '/') return { open: 'palette' };
    return key === '?' ? { open: 'shortcuts' } : undefined;
  };
}
