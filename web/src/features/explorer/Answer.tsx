import { Stack, Text } from '@mantine/core';
import { memo, useCallback, useMemo, useState } from 'react';
import { formatDay, lastDayOf, today } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import { Chart } from '../../parts/chart/Chart.js';
import type { CostReport } from '../cost-reports/cost-report.js';
import { type Costs, useProviders } from '../costs/use-costs.js';
import type { Names } from '../costs/use-names.js';
import { drillDown } from './drill-down.js';
import { ExplainPanel } from './explain/ExplainPanel.js';
import { Headline } from './Headline.js';
import { Notes } from './Notes.js';
import type { ChangeQuestion, Question } from './question.js';
import type { Scope } from './scope.js';
import { SeriesTable } from './SeriesTable.js';
import { UnitCosts } from './UnitCosts.js';
import { useComparison } from './use-comparison.js';
import { useForecast } from './use-forecast.js';
import { useMarks } from './use-marks.js';
import { type Shown, totalsOf, useSeries } from './use-series.js';

interface AnswerProps {
  question: Question;
  scope: Scope;
  costs: Costs;
  names: Names;
  report: CostReport | undefined;
  onChange: ChangeQuestion;
}

/** Headline figures, the chart, and the table that is its legend. Dear to draw, so only anew with its answer. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { question, scope, costs, names, report, onChange } = props;
  const [lit, setLit] = useState<string | null>(null);
  const [explained, setExplained] = useState<{ name: string; bin?: string }>();
  const { start, end, bin, kind, measure } = question;
  const shown = useSeries(question, costs, names);
  const { mayDrill, onDrill } = useDrillDown(question, shown, onChange);
  const currency = measure === 'cost' ? costs.total_cost.currency : '';
  const complete = costs.freshness.completeThrough ?? today();
  const completeBins = shown.bins.filter((start) => lastDayOf(start, bin) <= complete).length;
  const { earlier, before } = useComparison(question, scope, costs);
  const isCompared = earlier !== undefined;
  const previous = useMemo(() => {
    if (!isCompared) return undefined;
    return before ? totalsOf(question, before, names) : null;
  }, [before, names, isCompared, question]);
  const forecast = useForecast(question, scope, shown.bins);
  const marks = useMarks(report?.token, shown.bins);
  const explain = useCallback((name: string) => setExplained({ name }), []);
  // Where there is nothing further down, a bar leads to what it is made of.
  const pick = (name: string, bin: string) => {
    if (mayDrill(name)) onDrill(name);
    else if (mayExplain(question) && shown.groups.has(name)) setExplained({ name, bin });
  };
  return (
    <Stack gap="md">
      <Headline
        question={question}
        costs={costs}
        before={before}
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
      <div aria-busy={previous === null}>
        <SeriesTable
          series={shown.all}
          total={measure === 'cost' ? costs.total_cost.amount : undefined}
          previous={previous}
          completeBins={completeBins}
          currency={currency}
          colours={shown.colours}
          lit={lit}
          onLight={setLit}
          mayDrill={mayDrill}
          onDrill={onDrill}
          onExplain={mayExplain(question) ? explain : undefined}
        />
      </div>
      {report && report.business_metric_tokens_with_metadata.length > 0 && (
        <UnitCosts question={question} report={report.token} currency={costs.total_cost.currency} />
      )}
      {explained !== undefined && (
        <ExplainPanel
          question={question}
          scope={scope}
          shown={shown}
          currency={currency}
          name={explained.name}
          bin={explained.bin}
          onName={explain}
          onClose={() => setExplained(undefined)}
        />
      )}
    </Stack>
  );
});

/** Counts have no lines, and usage of all units together is no figure. */
const mayExplain = ({ measure, groupings }: Question): boolean =>
  measure === 'cost' || (measure === 'usage' && groupings.length > 0);

/** From the name of a series to the question about it alone. */
function useDrillDown(question: Question, shown: Shown, onChange: ChangeQuestion) {
  const providers = useProviders();
  const next = useMemo(() => {
    const down = drillDown(question, providers?.map(({ key }) => key) ?? []);
    return (name: string) => down(shown.groups.get(name));
  }, [question, shown, providers]);
  const mayDrill = useCallback((name: string) => next(name) !== undefined, [next]);
  const onDrill = useCallback(
    (name: string) => {
      const change = next(name);
      if (change) onChange(change);
    },
    [next, onChange],
  );
  return { mayDrill, onDrill };
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
