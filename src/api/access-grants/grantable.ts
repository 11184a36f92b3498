import type { Placed } from '../../platform/auth/access.js';
import type { Context } from '../../platform/kernel/context.js';
import { prefixOf } from '../../platform/lib/tokens.js';
import { canvases } from '../canvases/canvases.js';
import { costReports } from '../cost-reports/cost-reports.js';
import { dashboardRows } from '../../domain/dashboards/dashboard-reference.js';
import { folders } from '../folders/folders.js';
import { savedFilters } from '../saved-filters/saved-filters.js';
import { segments } from '../segments/segments.js';

/** Kinds that can carry access grants, by the prefix of their tokens. */
const grantable: Record<
  string,
  { find(ctx: Context, token: string): Promise<Placed | undefined> }
> = {
  rprt: placed(costReports.rows),
  fldr: placed(folders.rows),
  svd_fltr: placed(savedFilters.rows),
  dshbrd: placed(dashboardRows),
  fltr_sgmt: placed(segments.rows),
  cnvs: placed(canvases.rows),
};

/** Kinds of the API that exist without ever carrying grants. */
const neverGrantable = new Set(
  (
    'rsrc_accss_grnt issue anmly_alrt rprt_alrt adt_lg blng_prfl bllng_rule bdgt bdgt_alrt bsnss_mtrc ' +
    'cstm_alrt_rl cstm_alrt_evnt dta_xprt accss_crdntl msp_inv prvdr_rsrc rcmmndtn rprt_frcst rprt_ntfctn ' +
    'frcst_mdl team usr usr_csts_upld vtag vtag_val wrkspc fdbck'
  ).split(' '),
);

export const cannotCarryGrants = (token: string) => neverGrantable.has(prefixOf(token));

/** The object as the caller sees it; undefined when it is unknown or hidden. */
export async function findGrantable(ctx: Context, token: string): Promise<Placed | undefined> {
  return grantable[prefixOf(token)]?.find(ctx, token);
}

function placed<Found>(rows: {
  find(ctx: Context, token: string): Promise<Found | undefined>;
  placeOf(ctx: Context, row: Found): Promise<Placed>;
}) {
  return {
    find: async (ctx: Context, token: string) => {
      const row = await rows.find(ctx, token);
      return row && rows.placeOf(ctx, row);
    },
  };
}
