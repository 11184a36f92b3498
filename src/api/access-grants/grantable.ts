import { canvases } from '../../domain/canvases/canvas.js';
import { costReports } from '../../domain/cost-reports/cost-report.js';
import { dashboards } from '../../domain/dashboards/dashboard.js';
import { folders } from '../../domain/folders/folder.js';
import { savedFilters } from '../../domain/saved-filters/saved-filter.js';
import { segments } from '../../domain/segments/segment.js';
import type { AccessTarget } from '../../platform/auth/access.js';
import type { Context } from '../../platform/kernel/context.js';
import { prefixOf } from '../../platform/lib/tokens.js';

/** A kind that can carry access grants. */
interface Grantable {
  prefix: string;
  find(ctx: Context, token: string): Promise<AccessTarget | undefined>;
}

const grantable: readonly Grantable[] = [
  placed(costReports),
  placed(folders),
  placed(savedFilters),
  placed(dashboards),
  placed(segments),
  placed(canvases),
];

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
export async function findGrantable(
  ctx: Context,
  token: string,
): Promise<AccessTarget | undefined> {
  return grantable.find(({ prefix }) => prefix === prefixOf(token))?.find(ctx, token);
}

function placed<Found>({
  prefix,
  rows,
}: {
  prefix: string;
  rows: {
    find(ctx: Context, token: string): Promise<Found | undefined>;
    accessTarget(ctx: Context, row: Found): Promise<AccessTarget>;
  };
}): Grantable {
  return {
    prefix,
    find: async (ctx, token) => {
      const row = await rows.find(ctx, token);
      return row && rows.accessTarget(ctx, row);
    },
  };
}
