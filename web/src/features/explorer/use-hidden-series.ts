import { useCallback, useMemo, useRef } from 'react';
import { hiddenOf, isolated, toggled } from './hidden-series.js';
import { useAddressState } from './use-address-state.js';

export interface HiddenSeries {
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
  onIsolate: (name: string) => void;
}

/** The series that legend and table hide, as the address holds them; `names` are those of both. */
export function useHiddenSeries(names: readonly string[]): HiddenSeries {
  const [{ hide, only }, setAddress] = useAddressState();
  const hidden = useMemo(() => hiddenOf(names, { hide, only }), [names, hide, only]);
  const latest = useRef({ hidden, names });
  latest.current = { hidden, names };
  const onToggle = useCallback(
    (name: string) =>
      setAddress(toggled(latest.current.hidden, name, latest.current.names), { replace: true }),
    [setAddress],
  );
  const onIsolate = useCallback(
    (name: string) =>
      setAddress(isolated(latest.current.hidden, name, latest.current.names), { replace: true }),
    [setAddress],
  );
  return { hidden, onToggle, onIsolate };
}
