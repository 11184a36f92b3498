import { regionName } from '../../../../src/domain/costs/providers/region-names.js';

/** A region in words, its code on hover. */
export const RegionName = ({ code }: { code: string | null }) =>
  code ? <span title={code}>{regionName(code)}</span> : '–';
