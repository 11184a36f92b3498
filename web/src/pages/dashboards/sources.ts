import { reportPage } from '../../features/cost-reports/cost-report.js';

interface SourceKind {
  /** Heading of its options. */
  label: string;
  /** Whether dates can be chosen for it; the others show what is known now. */
  hasDates: boolean;
  /** The page of one. */
  pageOf: (token: string) => { to: string; search?: Record<string, string> };
}

/** Reports and views that a chart or a table can show, by the prefix of their tokens. */
const sourceKinds = {
  rprt: { label: 'Cost reports', hasDates: true, pageOf: (token) => ({ to: reportPage(token) }) },
  kbnts_eff_rprt: {
    label: 'Kubernetes efficiency reports',
    hasDates: true,
    pageOf: (token) => ({ to: `/kubernetes/reports/${token}` }),
  },
  fncl_cmnt_rprt: {
    label: 'Commitment reports',
    hasDates: true,
    pageOf: (report) => ({ to: '/commitments', search: { report } }),
  },
  ntflw_lg_rprt: {
    label: 'Network flow reports',
    hasDates: true,
    pageOf: (report) => ({ to: '/network-flows', search: { report } }),
  },
  prvdr_rsrc_rprt: {
    label: 'Resource reports',
    hasDates: false,
    pageOf: (token) => ({ to: `/resource-reports/${token}` }),
  },
  rec_vw: {
    label: 'Recommendation views',
    hasDates: false,
    pageOf: (view) => ({ to: '/recommendations', search: { view } }),
  },
} as const satisfies Record<string, SourceKind>;

export type SourceKindName = keyof typeof sourceKinds;

/** What kind of report or view a token names. The API stores no others. */
export const kindOfSource = (token: string): SourceKindName =>
  token.slice(0, token.lastIndexOf('_')) as SourceKindName;

export const sourceKind = (name: SourceKindName): SourceKind => sourceKinds[name];
