import { expect, test } from 'vitest';
import { pageOfObject } from '../../web/src/api/object-kinds.js';

test.each([
  ['rprt_5d9752a116e4d28e', '/cost-reports/rprt_5d9752a116e4d28e'],
  ['chnl_5d9752a116e4d28e', '/channels/chnl_5d9752a116e4d28e'],
  ['rprt_ntfctn_5d9752a116e4d28e', '/report-notifications/rprt_ntfctn_5d9752a116e4d28e'],
  ['rprt_alrt_5d9752a116e4d28e', '/anomaly-notifications/rprt_alrt_5d9752a116e4d28e'],
  ['rprt_frcst_5d9752a116e4d28e', '/forecasts/rprt_frcst_5d9752a116e4d28e'],
  ['fldr_5d9752a116e4d28e', '/cost-reports?folder=fldr_5d9752a116e4d28e'],
  ['bdgt_alrt_5d9752a116e4d28e', '/budget-alerts/bdgt_alrt_5d9752a116e4d28e'],
  ['cstm_alrt_rl_5d9752a116e4d28e', '/cost-alerts/cstm_alrt_rl_5d9752a116e4d28e'],
  ['anmly_alrt_5d9752a116e4d28e', '/anomalies/anmly_alrt_5d9752a116e4d28e'],
  ['vtag_5d9752a116e4d28e', '/virtual-tags/vtag_5d9752a116e4d28e'],
])('%s is shown at %s', (token, page) => {
  expect(pageOfObject(token)).toBe(page);
});

test.each(['', 'rprt', 'rprt_x', 'xyz_5d9752a116e4d28e', 'constructor_5d9752a116e4d28e'])(
  '%j has no page',
  (token) => {
    expect(pageOfObject(token)).toBeUndefined();
  },
);
