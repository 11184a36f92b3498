import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { ItemKind, LayoutItem } from '../../../features/dashboards/layout.js';
import { kindLabel } from '../dashboard.js';
import { FormattedText } from '../formatted-text.js';
import { kindOfSource, sourceKind, type SourceKindName } from '../sources.js';
import type { WidgetScope } from '../view.js';
import { AnomaliesWidget } from './AnomaliesWidget.js';
import { BudgetsWidget } from './BudgetsWidget.js';
import { CommitmentsWidget } from './CommitmentsWidget.js';
import { ReportWidget } from './ReportWidget.js';
import { CommitmentReportWidget } from './rows/CommitmentReportWidget.js';
import type { RowsWidgetProps } from './rows/dates.js';
import { EfficiencyWidget } from './rows/EfficiencyWidget.js';
import { FlowsWidget } from './rows/FlowsWidget.js';
import { RecommendationsWidget } from './rows/RecommendationsWidget.js';
import { ResourcesWidget } from './rows/ResourcesWidget.js';
import { SavingsWidget } from './SavingsWidget.js';

interface WidgetProps {
  item: LayoutItem;
  scope: WidgetScope;
}

/** One item of a dashboard in its frame. */
export function Widget({ item, scope }: WidgetProps) {
  return (
    <Paper
      withBorder
      p="md"
      className="widget"
      component="section"
      aria-label={item.title || kindLabel(item.kind)}
    >
      <WidgetTitle item={item} scope={scope} />
      <WidgetBody item={item} scope={scope} />
    </Paper>
  );
}

/** The title, as a link to the report with the dates of the widget. */
function WidgetTitle({ item, scope: { range } }: WidgetProps) {
  const { title, widgetable_token: report, follows_dates: follows } = item;
  if (title === '') return null;
  const source = report ? sourceKind(kindOfSource(report)) : undefined;
  const page = report && source?.pageOf(report);
  return (
    <Group justify="space-between" gap="sm" mb="xs" wrap="nowrap" align="baseline">
      <Title order={2} className="widget-title">
        {page ? (
          <Anchor
            component={Link}
            to={page.to}
            search={(page.search ?? (follows && range ? range : {})) as never}
            inherit
            c="inherit"
          >
            {title}
          </Anchor>
        ) : (
          title
        )}
      </Title>
      {!follows && source?.hasDates && (
        <Text size="xs" c="dimmed" className="numeric">
          own dates
        </Text>
      )}
    </Group>
  );
}

/** What charts and tables of other reports than cost reports show. */
const rowsOf: Record<Exclude<SourceKindName, 'rprt'>, ComponentType<RowsWidgetProps>> = {
  kbnts_eff_rprt: EfficiencyWidget,
  fncl_cmnt_rprt: CommitmentReportWidget,
  ntflw_lg_rprt: FlowsWidget,
  prvdr_rsrc_rprt: ResourcesWidget,
  rec_vw: RecommendationsWidget,
};

/** What shows the figures of the workspace, whatever the dates. */
const ofWorkspace: Partial<Record<ItemKind, ComponentType<{ item: LayoutItem }>>> = {
  budgets: BudgetsWidget,
  anomalies: AnomaliesWidget,
  savings: SavingsWidget,
  commitments: CommitmentsWidget,
};

/** The contents of an item, without its frame. */
export function WidgetBody({ item, scope }: WidgetProps) {
  if (item.kind === 'text') return <FormattedText text={item.text ?? ''} />;
  const OfWorkspace = ofWorkspace[item.kind];
  if (OfWorkspace) return <OfWorkspace item={item} />;
  const kind = kindOfSource(item.widgetable_token ?? '');
  const Rows = kind === 'rprt' ? undefined : rowsOf[kind];
  return Rows ? <Rows item={item} scope={scope} /> : <ReportWidget item={item} scope={scope} />;
}
