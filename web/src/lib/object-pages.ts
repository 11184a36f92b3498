/** Kinds of objects and where they are shown, by the prefix of their tokens. */
const kinds: Readonly<Record<string, { kind: string; page: string }>> = {
  accss_crdntl: { kind: 'Integration', page: '/integrations/$token' },
  acct: { kind: 'Managed account', page: '/managed-accounts/$token' },
  adt_lg: { kind: 'Change', page: '/audit-log/$token' },
  anmly_alrt: { kind: 'Anomaly', page: '/anomalies/$token' },
  bdgt: { kind: 'Budget', page: '/budgets/$token' },
  bdgt_alrt: { kind: 'Budget alert', page: '/budget-alerts/$token' },
  bllng_rule: { kind: 'Billing rule', page: '/billing-rules/$token' },
  blng_prfl: { kind: 'Billing profile', page: '/billing-profiles/$token' },
  bsnss_mtrc: { kind: 'Business metric', page: '/business-metrics/$token' },
  chnl: { kind: 'Channel', page: '/channels/$token' },
  cnvs: { kind: 'Canvas', page: '/canvases/$token' },
  cstm_alrt_rl: { kind: 'Cost alert', page: '/cost-alerts/$token' },
  dshbrd: { kind: 'Dashboard', page: '/dashboards/$token' },
  fldr: { kind: 'Folder', page: '/cost-reports?folder=$token' },
  fltr_sgmt: { kind: 'Segment', page: '/segments/$token' },
  fncl_cmnt_rprt: { kind: 'Commitment report', page: '/commitments?report=$token' },
  frcst_mdl: { kind: 'Scenario model', page: '/scenario-models/$token' },
  prvdr_rsrc: { kind: 'Resource', page: '/resources/$token' },
  prvdr_rsrc_rprt: { kind: 'Resource report', page: '/resource-reports/$token' },
  msp_inv: { kind: 'Invoice', page: '/invoices/$token' },
  rcmmndtn: { kind: 'Recommendation', page: '/recommendations/$token' },
  ntflw_lg_rprt: { kind: 'Network flow report', page: '/network-flows?report=$token' },
  kbnts_eff_rprt: { kind: 'Kubernetes efficiency report', page: '/kubernetes/reports/$token' },
  rec_vw: { kind: 'Recommendation view', page: '/recommendations?view=$token' },
  rprt: { kind: 'Cost report', page: '/cost-reports/$token' },
  rprt_alrt: { kind: 'Anomaly notification', page: '/anomaly-notifications/$token' },
  rprt_frcst: { kind: 'Forecast', page: '/forecasts/$token' },
  rprt_ntfctn: { kind: 'Report notification', page: '/report-notifications/$token' },
  svd_fltr: { kind: 'Saved filter', page: '/saved-filters/$token' },
  team: { kind: 'Team', page: '/teams/$token' },
  usr: { kind: 'User', page: '/users' },
  vtag: { kind: 'Virtual tag', page: '/virtual-tags/$token' },
  wrkspc: { kind: 'Workspace', page: '/workspaces/$token' },
};

const pattern = /^([a-z_]+)_[0-9a-f]{16}$/;

/** `rprt_5d9752a116e4d28e` → `rprt`; empty for other texts. */
export const prefixOf = (token: string): string => pattern.exec(token)?.[1] ?? '';

const infoOf = (token: string) => {
  const prefix = prefixOf(token);
  return Object.hasOwn(kinds, prefix) ? kinds[prefix] : undefined;
};

/** Whether a text is the token of an object that the console shows. */
export const isToken = (text: string): boolean => infoOf(text) !== undefined;

/** `Cost report`, from the token of one. */
export const kindOfObject = (token: string): string => infoOf(token)?.kind ?? 'Object';

/** The address of the page of an object; undefined if objects of its kind have none. */
export const pageOfObject = (token: string): string | undefined =>
  infoOf(token)?.page.replace('$token', token);
