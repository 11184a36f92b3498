import type { ListPath } from '../../api/types.js';
import { capitalize } from '../../lib/text.js';
import type { Recipients } from '../recipients/recipients.js';

/** A kind of rule that tells people of costs: what its list and its form have in common with the others. */
export interface RuleKind<P extends ListPath = ListPath> {
  /** Within a sentence: `report notification`. */
  name: string;
  path: P;
  /** Address of the list; those of rules follow from it. */
  page: string;
}

/** What the form of a rule edits, beside the fields of its kind. */
export type RuleValues = Record<string, unknown> & Recipients;

/** `report notification` → `Report notifications`. */
export const titleOfList = ({ name }: Pick<RuleKind, 'name'>): string => `${capitalize(name)}s`;
