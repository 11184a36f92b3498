import { Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatDay, lastDayOf, today } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import { Chart } from '../../parts/chart/Chart.js';
import type { CostReport } from './cost-report.js';
import { drillDown } from './drill-down.js';
import { ExplainPanel } from './explain/ExplainPanel.js';
import type { Scope } from './Explorer.js';
import { Headline } from './Headline.js';
import { Notes } from './Notes.js';
import { type Question, comparedWith } from './question.js';
import { SeriesTable } from './SeriesTable.js';
import { UnitCosts } from './UnitCosts.js';
import { type Costs, useCosts, useProviders } from './use-costs.js';
import { useForecast } from './use-forecast.js';
import { useMarks } from './use-marks.js';
import type { Names } from './use-names.js';
import { totalsOf, useSeries } from './use-series.js';

interface AnswerProps {
  question: Question;
  scope: Scope;
  costs: Costs;
  names: Names;
  report: CostReport | undefined;
  onChange: (change: Partial<Question>) => void;
}

/** Headline figures, the chart, and the table that is its legend. */
export function Answer({ question, scope, costs, names, report, onChange }: AnswerProps) {
  const [lit, setLit] = useState<string | null>(null);
  const [explained, setExplained] = useState<string>();
  const { start, end, bin, kind, measure } = question;
  const shown = useSeries(question, costs, names);
  const providers = useProviders()?.map(({ key }) => key) ?? [];
  const currency = measure === 'cost' ? costs.total_cost.currency : '';
  const complete = costs.freshness.completeThrough ?? today();
  const completeBins = shown.bins.filter((start) => lastDayOf(start, bin) <= complete).length;
  const earlier = comparedWith(question, complete);
  const before = useCosts(earlier && { ...earlier, ...scope, bin: 'quarter' }).data;
  const previous = useMemo(
    () => (earlier && before ? totalsOf(question, before, names) : undefined),
    [before, names, earlier !== undefined, question],
  );
  const forecast = useForecast(question, scope, shown.bins);
  const marks = useMarks(report?.token, shown.bins);
  const pick = (name: string) => {
    const next = drillDown(question, shown.groups.get(name), providers);
    if (next) onChange(next);
  };
  return (
    <Stack gap="md">
      <Headline
        question={question}
        costs={costs}
        before={earlier ? before : undefined}
        earlier={earlier}
        forecast={forecast}
      />
      <Chart
        label={`Costs by ${bin} from ${formatDay(start)} to ${formatDay(end)}; the table below has the figures`}
        kind={kind}
        bins={shown.bins}
        bin={bin}
        series={shown.drawn}
        colours={shown.colours}
        currency={currency}
        completeThrough={costs.freshness.completeThrough}
        forecast={bin === 'cumulative' ? undefined : forecast?.overlay}
        marks={marks}
        lit={lit}
        onLight={setLit}
        onPick={pick}
      />
      <Notes marks={marks} />
      <Unconverted costs={costs} />
      {costs.isCut && (
        <Text size="sm" c="dimmed">
          There are more figures than can be drawn; the total counts them all. Choose larger bins or
          fewer groupings.
        </Text>
      )}
      <SeriesTable
        series={shown.all}
        total={measure === 'cost' ? costs.total_cost.amount : undefined}
        previous={previous}
        completeBins={completeBins}
        currency={currency}
        colours={shown.colours}
        lit={lit}
        onLight={setLit}
        mayDrill={(name) => drillDown(question, shown.groups.get(name), providers) !== undefined}
        onDrill={pick}
        onExplain={
          measure === 'count' || question.groupings.length === 0 ? undefined : setExplained
        }
      />
      {report && report.business_metric_tokens_with_metadata.length > 0 && (
        <UnitCosts question={question} report={report.token} currency={costs.total_cost.currency} />
      )}
      {explained !== undefined && (
        <ExplainPanel
          question={question}
          scope={scope}
          shown={shown}
          currency={currency}
          name={explained}
          onName={setExplained}
          onClose={() => setExplained(undefined)}
        />
      )}
    </Stack>
  );
}

function Unconverted({ costs: { unconverted_costs: left = [] } }: { costs: Costs }) {
  if (left.length === 0) return null;
  const list = left.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ');
  return (
    <Text size="sm" c="dimmed">
      Not in the total, because there is no exchange rate: {list}.
    </Text>
  );
}
