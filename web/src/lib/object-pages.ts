/** Where objects are shown, by the prefix of their tokens. */
const pages: Readonly<Record<string, string>> = {
  accss_crdntl: '/integrations/$token',
  adt_lg: '/audit-log/$token',
  bsnss_mtrc: '/business-metrics/$token',
  cnvs: '/canvases/$token',
  dshbrd: '/dashboards/$token',
  fldr: '/cost-reports?folder=$token',
  fltr_sgmt: '/segments/$token',
  frcst_mdl: '/scenario-models/$token',
  rprt: '/cost-reports/$token',
  rprt_frcst: '/forecasts/$token',
  svd_fltr: '/saved-filters/$token',
  team: '/teams/$token',
  usr: '/users',
  vtag: '/virtual-tags/$token',
  wrkspc: '/workspaces/$token',
};

/** The address of the page of an object; undefined if objects of its kind have none. */
export function pageOfObject(token: string): string | undefined {
  const prefix = /^([a-z_]+)_[0-9a-f]{16}$/.exec(token)?.[1] ?? '';
  return Object.hasOwn(pages, prefix) ? pages[prefix]!.replace('$token', token) : undefined;
}
