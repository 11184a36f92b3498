import { useCallback } from 'react';
import { useAddressState } from './use-address-state.js';

/** Stands for the sum of all series. */
export const wholeTotal = '*';

/** The figure whose explanation is open: a series by its name, in a bin or the whole period. */
export interface Explained {
  name: string | undefined;
  bin: string | undefined;
  /** Without a bin, the whole period. */
  onExplain: (name: string, bin?: string) => void;
  onClose: () => void;
}

/** The explained figure in the address, so that a link or a reload opens it again. */
export function useExplained(): Explained {
  const [{ explain: name, at: bin }, setAddress] = useAddressState();
  const onExplain = useCallback(
    (explain: string, at?: string) => setAddress({ explain, at }),
    [setAddress],
  );
  const onClose = useCallback(
    () => setAddress({ explain: undefined, at: undefined }),
    [setAddress],
  );
  return { name, bin, onExplain, onClose };
}
