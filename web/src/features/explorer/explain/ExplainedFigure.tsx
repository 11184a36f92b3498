import { useMemo } from 'react';
import type { Names } from '../../costs/use-names.js';
import type { ExplorerQuery } from '../explorer-query.js';
import type { Scope } from '../scope.js';
import { type ExplorerCosts, isSeries } from '../use-explorer-costs.js';
import { type Explained, wholeTotal } from '../use-explained.js';
import type { SeriesResult } from '../use-series.js';
import { Contributors } from './Contributors.js';
import { ExplainPanel } from './ExplainPanel.js';

interface ExplainedFigureProps {
  query: ExplorerQuery;
  scope: Scope;
  result: SeriesResult;
  costs: ExplorerCosts;
  names: Names;
  currency: string;
  explained: Explained;
}

/** The explanation that the address names, if it is one of this result. */
export function ExplainedFigure(props: ExplainedFigureProps) {
  const { query, scope, result, costs, names, currency, explained } = props;
  const { name, bin, onExplain, onClose } = explained;
  const total = isSeries(costs) ? costs.total : undefined;
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
      contributors={
        (isUngrouped || chosen === wholeTotal) &&
        isSeries(costs) && <Contributors query={query} scope={scope} costs={costs} names={names} />
      }
      onExplain={onExplain}
      onClose={onClose}
    />
  );
}
