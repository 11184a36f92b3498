import { canvases } from '../../reports/canvases/index.js';
import { costReports } from '../../reports/cost-reports/index.js';
import { dashboards } from '../../reports/dashboards/index.js';
import { financialCommitmentReports } from '../../optimise/financial-commitments/index.js';
import { folders } from '../../reports/folders/index.js';
import { managedAccounts } from '../../billing/managed-accounts/index.js';
import { recommendationViews } from '../../optimise/recommendations/index.js';
import { kubernetesEfficiencyReports } from '../../optimise/kubernetes/index.js';
import { resourceReports } from '../../optimise/resources/index.js';
import { savedFilters } from '../../reports/saved-filters/index.js';
import { segments } from '../../reports/segments/index.js';
import type { AccessTarget } from '../../../platform/auth/access.js';
import type { Context } from '../../../platform/kernel/context.js';
import { prefixOf } from '../../../platform/lib/tokens.js';

/** A kind of object that can carry access grants. */
interface GrantableKind {
  prefix: string;
  find(ctx: Context, token: string): Promise<AccessTarget | undefined>;
}

const grantableKinds: readonly GrantableKind[] = [
  kindOf(costReports),
  kindOf(folders),
  kindOf(savedFilters),
  kindOf(dashboards),
  kindOf(segments),
  kindOf(canvases),
  kindOf(recommendationViews),
  kindOf(financialCommitmentReports),
  kindOf(kubernetesEfficiencyReports),
  kindOf(resourceReports),
  kindOf(managedAccounts),
];

/** Token prefixes of kinds that cannot carry grants. */
const ungrantablePrefixes = new Set(
  (
    'rsrc_accss_grnt issue anmly_alrt rprt_alrt adt_lg blng_prfl bllng_rule bdgt bdgt_alrt bsnss_mtrc ' +
    'cstm_alrt_rl cstm_alrt_evnt dta_xprt accss_crdntl msp_inv prvdr_rsrc rcmmndtn rprt_frcst rprt_ntfctn ' +
    'frcst_mdl ntflw_lg_rprt team usr usr_csts_upld vtag vtag_val wrkspc fdbck'
  ).split(' '),
);

/** Whether a token belongs to a kind of object that cannot carry grants. */
export const cannotCarryGrants = (token: string) => ungrantablePrefixes.has(prefixOf(token));

/** The object that a grant applies to; undefined if it is unknown or hidden from the caller. */
export async function findGrantable(
  ctx: Context,
  token: string,
): Promise<AccessTarget | undefined> {
  return grantableKinds.find(({ prefix }) => prefix === prefixOf(token))?.find(ctx, token);
}

function kindOf<Found>({
  prefix,
  rows,
}: {
  prefix: string;
  rows: {
    find(ctx: Context, token: string): Promise<Found | undefined>;
    accessTarget(ctx: Context, row: Found): Promise<AccessTarget>;
  };
}): GrantableKind {
  return {
    prefix,
    find: async (ctx, token) => {
      const row = await rows.find(ctx, token);
      return row && rows.accessTarget(ctx, row);
    },
  };
}
