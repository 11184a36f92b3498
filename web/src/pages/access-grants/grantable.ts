import { useQueries } from '@tanstack/react-query';
import { getQuery } from '../../api/queries.js';

interface GrantableObjects {
  kind: string;
  objects: readonly { token: string; title: string }[];
}

/** The objects that can carry access grants, by kind, as far as the user sees them. */
export function useGrantable(): GrantableObjects[] {
  const query = { limit: 1000 };
  const [reports, folders, filters, dashboards, segments, canvases] = useQueries({
    queries: [
      getQuery('/v2/cost_reports', { query }),
      getQuery('/v2/folders', { query }),
      getQuery('/v2/saved_filters', { query }),
      getQuery('/v2/dashboards', { query }),
      getQuery('/v2/segments', { query }),
      getQuery('/v2/canvases', { query }),
    ],
  });
  return [
    { kind: 'Cost report', objects: reports.data?.cost_reports ?? [] },
    { kind: 'Folder', objects: folders.data?.folders ?? [] },
    { kind: 'Saved filter', objects: filters.data?.saved_filters ?? [] },
    { kind: 'Dashboard', objects: dashboards.data?.dashboards ?? [] },
    { kind: 'Segment', objects: segments.data?.segments ?? [] },
    { kind: 'Canvas', objects: canvases.data?.canvases ?? [] },
  ];
}
