import { useQueries } from '@tanstack/react-query';
import { useHasRole, useMe } from '../../api/current-user.js';
import { getQuery } from '../../api/queries.js';
import { isToken, kindOfObject, prefixOf } from '../../lib/object-pages.js';

interface Named {
  token: string;
  title?: string | null;
  name?: string | null;
  key?: string | null;
  email?: string | null;
}

const query = { limit: 1000 };

/** Lists of the API with names, by the prefix of their tokens. */
const lists = {
  rprt: getQuery('/v2/cost_reports', { query }),
  fldr: getQuery('/v2/folders', { query }),
  svd_fltr: getQuery('/v2/saved_filters', { query }),
  dshbrd: getQuery('/v2/dashboards', { query }),
  fltr_sgmt: getQuery('/v2/segments', { query }),
  bdgt: getQuery('/v2/budgets', { query }),
  cstm_alrt_rl: getQuery('/v2/cost_alerts', { query }),
  cnvs: getQuery('/v2/canvases', { query }),
  bsnss_mtrc: getQuery('/v2/business_metrics', { query }),
  frcst_mdl: getQuery('/v2/scenario_models', { query }),
  vtag: getQuery('/v2/virtual_tag_configs'),
  chnl: getQuery('/v2/channels', { query }),
  rprt_ntfctn: getQuery('/v2/report_notifications', { query }),
  team: getQuery('/v2/teams', { query }),
  usr: getQuery('/v2/users', { query }),
};

const prefixes = Object.keys(lists) as (keyof typeof lists)[];

const nameOf = ({ title, name, key, email }: Named): string | undefined =>
  title ?? name ?? key ?? email ?? undefined;

/**
 * Names objects by their tokens. Only the lists of kinds that occur are read. An object without a name here
 * was deleted or is hidden: its kind stands for it.
 */
export function useObjectNames(tokens: readonly string[]): (token: string) => string {
  const workspaces = useMe()?.workspaces ?? [];
  const isOwner = useHasRole('Owner');
  const needed = new Set(tokens.filter(isToken).map(prefixOf));
  const responses = useQueries({
    queries: prefixes.map((prefix) => ({
      ...(lists[prefix] as (typeof lists)['rprt']),
      enabled: needed.has(prefix) && (prefix !== 'usr' || isOwner),
    })),
  });
  const found = responses.flatMap(({ data }) =>
    Object.values(data ?? {}).flatMap((value) => (Array.isArray(value) ? (value as Named[]) : [])),
  );
  const names = new Map(
    [...workspaces, ...found].flatMap((each: Named) => {
      const name = nameOf(each);
      return name === undefined ? [] : [[each.token, name] as const];
    }),
  );
  return (token) => names.get(token) ?? `${kindOfObject(token)} (deleted or hidden)`;
}
