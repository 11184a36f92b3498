/** Paths on a 24 × 24 grid, drawn as strokes. Icons are named after their meaning, not their shape. */
const paths = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM14 8h6V4h-6zM4 20h6v-4H4z',
  explore: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  changes: 'M4 20v-9h4v9zM10 11V6h4v5zM16 6h4v14h-4z',
  report: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7',
  folder: 'M3 6h6l2 2h10v11H3z',
  filter: 'M4 5h16l-6 7v6l-4 2v-8z',
  dashboard: 'M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z',
  segment: 'M12 3v9l7 5M12 12l-7 5M12 3a9 9 0 1 0 .01 0',
  tag: 'M3 12V4h8l10 10-8 8zM7.5 8.5h.01',
  metric: 'M3 17l6-6 4 4 8-8M15 7h6v6',
  plan: 'M4 5h16v15H4zM4 10h16M8 3v4M16 3v4',
  budget: 'M3 7h18v12H3zM3 11h18M16 15h2',
  alert: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
  anomaly: 'M3 17h4l3-12 4 16 3-8h4',
  costAlert: 'M3 18l5-6 4 3 4-7M20 5v8M20 17h.01',
  resource: 'M4 4h16v7H4zM4 13h16v7H4zM8 7.5h.01M8 16.5h.01M12 7.5h4M12 16.5h4',
  recommendation: 'M9 18h6M10 21h4M9 18c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8',
  canvas: 'M4 4h16v16H4zM8 16l3-4 2 2 3-5',
  data: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
  price: 'M12 3v18M17 8c0-4-10-4-10 0s10 4 10 8-10 4-10 0',
  rule: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 9h6M9 13h6',
  flows: 'M3 6c8 0 8 12 18 12M3 18c4 0 6-3 8-6s5-6 10-6M3 12h4',
  rates: 'M4 8h14l-4-4M20 16H6l4 4',
  cluster: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5',
  people:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-9 14-9 14 0M16 4a4 4 0 0 1 0 7M18 14c3 1 4 4 4 7',
  key: 'M14 10a5 5 0 1 0-4 5l2 2h2v2h2v2h5v-4z',
  notification: 'M3 5h18v14H3zM3 6l9 7 9-7',
  channel: 'M21 3L3 10l7 3 3 8zM21 3L10 13',
  log: 'M5 4h14v16H5zM9 8h6M9 12h6M9 16h3',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M19 5l-3 3M8 16l-3 3',
  workspace: 'M3 20h18M5 20V5h9v15M14 9h5v11M8 9h3M8 13h3',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-9 16-9 16 0',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z',
  menu: 'M4 6h16M4 12h16M4 18h16',
  columns: 'M4 4h16v16H4zM10 4v16M15 4v16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  add: 'M12 5v14M5 12h14',
  check: 'M5 12l5 5 9-10',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  forward: 'M5 12h14M13 6l6 6-6 6',
  narrower: 'M3 12h6M6 9l3 3-3 3M21 12h-6M18 9l-3 3 3 3',
  wider: 'M3 12h7M6 9l-3 3 3 3M21 12h-7M18 9l3 3-3 3',
  shorter: 'M12 3v6M9 6l3 3 3-3M12 21v-6M9 18l3-3 3 3',
  taller: 'M12 3v7M9 6l3-3 3 3M12 21v-7M9 18l3 3 3-3',
  drag: 'M5 9h14M5 15h14',
  copy: 'M8 8h12v12H8zM4 16V4h12',
  star: 'M12 3l2.7 5.8 6.3.8-4.6 4.3 1.2 6.3L12 17.1l-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z',
  starred: 'M12 3l2.7 5.8 6.3.8-4.6 4.3 1.2 6.3L12 17.1l-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z',
  recent: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 3',
  action: 'M13 3L5 14h6l-1 7 8-11h-6z',
  close: 'M6 6l12 12M18 6L6 18',
  machine: 'M7 7h10v10H7zM9 3v4M15 3v4M9 17v4M15 17v4M3 9h4M3 15h4M17 9h4M17 15h4',
  disk: 'M4 13L7 4h10l3 9v7H4zM4 13h16M16 16.5h.01',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  network: 'M12 3v6M5 15v6M19 15v6M5 15h14M12 9v6M9 3h6M3 21h4M17 21h4',
  model: 'M12 3l2 6 6 3-6 3-2 6-2-6-6-3 6-3z',
  health: 'M3 12h4l2-6 4 12 3-6h5',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={name === 'starred' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={paths[name]} />
    </svg>
  );
}
