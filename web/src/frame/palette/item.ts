import type { IconName } from '../../parts/icons.js';

/** An entry of the command palette. */
export interface PaletteItem {
  id: string;
  title: string;
  /** Shown at the right: `Cost report`, `Action`, `Service`. */
  kind: string;
  icon: IconName;
  /** Further words that find it. */
  keywords?: string;
  /** The address that it opens … */
  to?: string;
  /** … or what it does. */
  run?: () => void;
}
