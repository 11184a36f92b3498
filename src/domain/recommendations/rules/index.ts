import type { Rule } from '../rule.js';
import { gp2ToGp3 } from './gp2-to-gp3.js';
import { purchaseRules } from './purchases.js';
import { unattachedVolumes } from './unattached-volumes.js';

/** Every type of recommendation. */
export const rules: readonly Rule[] = [gp2ToGp3, unattachedVolumes, ...purchaseRules];
