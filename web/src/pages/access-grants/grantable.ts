import { getting, type ListAnswer } from '../../api/untyped.js';
import { useQueries } from '@tanstack/react-query';

/** Lists whose objects can carry access grants. */
const kinds = [
  { kind: 'Cost report', path: '/v2/cost_reports', rows: 'cost_reports' },
  { kind: 'Folder', path: '/v2/folders', rows: 'folders' },
  { kind: 'Saved filter', path: '/v2/saved_filters', rows: 'saved_filters' },
  { kind: 'Dashboard', path: '/v2/dashboards', rows: 'dashboards' },
  { kind: 'Segment', path: '/v2/segments', rows: 'segments' },
  { kind: 'Canvas', path: '/v2/canvases', rows: 'canvases' },
];

interface Titled {
  token: string;
  title: string;
}

/** What can carry grants, by kind, as far as the person sees it. */
export function useGrantable(): { kind: string; objects: Titled[] }[] {
  const answers = useQueries({
    queries: kinds.map(({ path }) => getting<ListAnswer>(path, { limit: 1000 })),
  });
  return kinds.map(({ kind, rows }, index) => ({
    kind,
    objects: (answers[index]?.data?.[rows] ?? []) as Titled[],
  }));
}
