import { useMemo } from 'react';
import type { Schemas } from '../../../api/types.js';
import type { ExplorerQuery } from '../explorer-query.js';
import type { Scope } from '../scope.js';
import { type Explained, wholeTotal } from '../use-explained.js';
import type { SeriesResult } from '../use-series.js';
import { ExplainPanel } from './ExplainPanel.js';

interface ExplainedFigureProps {
  query: ExplorerQuery;
  scope: Scope;
  result: SeriesResult;
  /** Undefined where the series have no sum. */
  total: Schemas['CostSeriesTotal'] | undefined;
  currency: string;
  explained: Explained;
}

/** The explanation that the address names, if it is one of this result. */
export function ExplainedFigure(props: ExplainedFigureProps) {
  const { query, scope, result, total, currency, explained } = props;
  const { name, bin, onExplain, onClose } = explained;
  const isUngrouped = query.groupings.length === 0;
  const choices = useMemo(
    () =>
      total && !isUngrouped
        ? [{ name: wholeTotal, amounts: total.amounts, total: total.amount }, ...result.all]
        : result.all,
    [total, isUngrouped, result],
  );
  // Without groupings, the only series is the total.
  const chosen = name === wholeTotal && isUngrouped ? choices[0]?.name : name;
  if (chosen === undefined || !choices.some((each) => each.name === chosen)) return null;
  return (
    <ExplainPanel
      query={query}
      scope={scope}
      bins={result.bins}
      choices={choices}
      group={isUngrouped ? undefined : result.groups.get(chosen)}
      currency={currency}
      name={chosen}
      bin={bin}
      onExplain={onExplain}
      onClose={onClose}
    />
  );
}
